/** How far the proof goes: `npm test` looks at every law, `npm run test:deep` looks long. */
const isDeep = process.env['MAILFOLD_PROOF'] === 'deep';

export const budget = isDeep
  ? {
      foldedHistories: 5_000,
      permutedHistories: 2_000,
      storedHistories: 1_000,
      sharedHistories: 200,
      interleavedHistories: 200,
      throttledHistories: 200,
      expiredHistories: 100,
      /** Random batches of which every call is a crash point, beside the one that is written by hand. */
      crashedBatches: 10,
      timeoutMillis: 900_000,
    }
  : {
      foldedHistories: 150,
      permutedHistories: 100,
      storedHistories: 20,
      sharedHistories: 6,
      interleavedHistories: 6,
      throttledHistories: 10,
      expiredHistories: 6,
      crashedBatches: 0,
      timeoutMillis: 120_000,
    };

/** Histories share no message and no address, so that several can be on their way at once. */
export const historiesAtOnce = 4;
