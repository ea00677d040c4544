import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiveLetters } from '../../queue/receive-letters.ts';

/** A queue whose hidden letters come back after some calls, as they do when a look takes long. */
function aSlowQueue(count: number, hiddenCalls: number) {
  const visibleFrom = new Map(Array.from({ length: count }, (_, index) => [`l${index}`, 0]));
  let calls = 0;
  const send = async ({ input }: { input: { MaxNumberOfMessages: number } }) => {
    calls += 1;
    const visible = [...visibleFrom].filter(([, from]) => from <= calls).map(([id]) => id);
    const Messages = visible.slice(0, input.MaxNumberOfMessages).map((MessageId) => {
      visibleFrom.set(MessageId, calls + hiddenCalls);
      return { MessageId, ReceiptHandle: `${MessageId}@${calls}` };
    });
    return { Messages };
  };
  return { sqs: { send } as unknown as SQSClient, url: 'x', calls: () => calls };
}

async function lookAt(queue: ReturnType<typeof aSlowQueue>, most: number) {
  const used: string[] = [];
  const handles = new Map<string, string>();
  const isComplete = await receiveLetters(
    queue,
    { most, afterwards: 'visible', hasTime: () => true },
    handles,
    async (messages: readonly Message[]) => {
      used.push(...messages.map(({ MessageId = '' }) => MessageId));
    },
  );
  return { used, handles, isComplete };
}

describe('a look at dead letters', () => {
  it('ends although hidden letters come back, and uses none twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 500 }),
        async (count, hiddenCalls, most) => {
          const queue = aSlowQueue(count, hiddenCalls);
          const { used, handles } = await lookAt(queue, most);
          expect(new Set(used).size).toBe(used.length);
          expect(used.length).toBeLessThanOrEqual(most);
          expect([...handles.keys()].toSorted()).toEqual(used.toSorted());
          // At most three times as many receipts as letters to look at, in calls of up to ten.
          expect(queue.calls()).toBeLessThanOrEqual(3 * most + 8);
        },
      ),
    );
  });

  it('sees every letter that stays hidden until the look ends', async () => {
    const queue = aSlowQueue(350, Number.POSITIVE_INFINITY);
    const { used, isComplete } = await lookAt(queue, 1_000);
    expect([used.length, isComplete]).toEqual([350, true]);
  });

  it('knows the newest handle of a letter that has come back: the others are no longer valid', async () => {
    const { handles } = await lookAt(aSlowQueue(1, 1), 2);
    expect(handles.get('l0')).toBe('l0@6');
  });

  it('ends when one of its calls fails, after the others have ended', async () => {
    const queue = aSlowQueue(100, 1_000);
    let uses = 0;
    let finished = 0;
    const failing = receiveLetters(
      queue,
      { most: 100, afterwards: 'visible', hasTime: () => true },
      new Map(),
      async () => {
        uses += 1;
        if (uses === 2) throw new Error('no more today');
        await new Promise((resolve) => setImmediate(resolve));
        finished += 1;
      },
    );
    await expect(failing).rejects.toThrow('no more today');
    expect(finished).toBe(uses - 1);
  });
});
