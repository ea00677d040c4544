/** A clock that stands still while anybody works, and jumps to the next moment that somebody waits for. */
export function virtualClock() {
  let passed = 0;
  let isGoing = false;
  const waiting: { at: number; go: () => void }[] = [];

  const next = () => {
    waiting.sort((one, other) => one.at - other.at);
    const first = waiting.shift();
    isGoing = first !== undefined;
    if (!first) return;
    passed = Math.max(passed, first.at);
    first.go();
    setImmediate(next);
  };

  return {
    passedMillis: () => passed,
    wait: (millis: number) =>
      new Promise<void>((go) => {
        waiting.push({ at: passed + millis, go });
        if (!isGoing) setImmediate(next);
        isGoing = true;
      }),
  };
}
