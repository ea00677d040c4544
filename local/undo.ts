/** Collects steps, and runs them in the opposite order. */
export type Undo = { add(step: () => unknown): void; all(): Promise<void> };

export function createUndo(): Undo {
  const steps: (() => unknown)[] = [];
  return {
    add: (step) => void steps.push(step),
    async all() {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    },
  };
}
