import type { Announcing, OutgoingWebhook } from '../app/ports/webhooks.ts';
import { announcementOf } from './announcement.ts';
import type { TestAnnouncement } from './event-schema.ts';

/** The body is written once: it is signed, so it must be the same at every attempt. */
export const outgoingWebhook: Announcing = (facts) => {
  const announcement = announcementOf(facts);
  return { id: announcement.data.id, type: announcement.type, body: JSON.stringify(announcement) };
};

export const testType = 'webhook.test';

export function testWebhook(endpoint: string, id: string, now: Date): OutgoingWebhook {
  const test: TestAnnouncement = { type: testType, timestamp: now.toISOString(), data: { id, endpoint } };
  return { id, type: testType, body: JSON.stringify(test) };
}
