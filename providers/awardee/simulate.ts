import { createHash, randomBytes } from 'node:crypto';
import { hmacSha256 } from '../hmac.ts';
import { sharedKey } from '../simulated-keys.ts';
import type { SimulatedEvent, Simulator } from '../simulator.ts';

const words = [
  'qr_code.scanned',
  'chatbot.created',
  'chatbot.updated',
  'chatbot.deleted',
  'conversation.created',
] as const;

export const simulate: Simulator = {
  kinds: [...words, 'unknown'],
  covers: { body: true, time: true },
  makeKeys: () => sharedKey(`whsec_${randomBytes(24).toString('base64url')}`),
  // Awardee events have no recipients: one object, one request.
  payloadsOf: (events) => events.map((event) => Buffer.from(JSON.stringify(reportOf(event)))),
  sign(body, signingKey, now) {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-awardee-event': words.find((word) => body.includes(`"simulates":"${word}"`)) ?? 'something.new',
      'x-awardee-delivery': createHash('sha256').update(body).digest('base64url').slice(0, 27),
      'x-awardee-timestamp': timestamp,
      'x-awardee-signature': `t=${timestamp},v1=${hmacSha256(signingKey, `${timestamp}.`, body).toString('hex')}`,
    };
    return { headers, body };
  },
};

function reportOf({ kind, messageId, at }: SimulatedEvent): object {
  const time = at.toISOString();
  return {
    orgId: 'o1',
    chatbotId: messageId,
    name: 'Support',
    status: 'draft',
    createdAt: time,
    updatedAt: time,
    // Real Awardee bodies do not contain the event type. This one does, so that the header can be made from it.
    simulates: kind,
  };
}
