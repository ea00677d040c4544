import type { ObjectStore } from '../../../app/ports/lake.ts';
import type { Random } from '../../../cli/storm/random.ts';

/** The end of a process at one of its calls. */
export class Crash extends Error {}

/** Objects for one process, which ends at its n-th call, before or after that call has taken effect. */
export function crashingAt(objects: ObjectStore, place: number, random: Random): ObjectStore {
  let calls = 0;
  const step = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    calls += 1;
    if (calls < place) return call();
    if (random.happens(0.5)) await call();
    throw new Crash('the process ended');
  };
  return {
    list: (prefix) => objects.list(prefix),
    read: (key) => step(() => objects.read(key)),
    write: (key, content) => step(() => objects.write(key, content)),
    async remove(keys) {
      // A call removes its keys one after the other, and can end in between.
      for (const key of keys) await step(() => objects.remove([key]));
    },
  };
}

/** Objects for a process that falls asleep: what it writes takes effect when it wakes up. */
export function sleeping(objects: ObjectStore): { objects: ObjectStore; wakeUp: () => Promise<void> } {
  const writes: (() => Promise<void>)[] = [];
  return {
    objects: {
      ...objects,
      async write(key, content) {
        writes.push(() => objects.write(key, content));
      },
    },
    async wakeUp() {
      for (const write of writes.splice(0)) await write();
    },
  };
}

/** Objects for a process that is slow: between its calls, others get their turn. */
export function interrupted(objects: ObjectStore, others: () => Promise<void>): ObjectStore {
  const after = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const answered = await answer;
    await others();
    return answered;
  };
  return {
    async *list(prefix) {
      for await (const object of objects.list(prefix)) yield object;
      await others();
    },
    read: (key) => after(objects.read(key)),
    write: (key, content) => after(objects.write(key, content)),
    remove: (keys) => after(objects.remove(keys)),
  };
}
