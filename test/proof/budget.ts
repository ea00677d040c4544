/** How many cases each law is tested with: few in `npm test`, many in `npm run test:deep`. */
const isDeep = process.env['MAILFOLD_PROOF'] === 'deep';

export const budget = isDeep
  ? {
      foldedHistories: 5_000,
      permutedHistories: 2_000,
      storedHistories: 1_000,
      sharedHistories: 200,
      interleavedHistories: 200,
      races: 1_200,
      throttledHistories: 200,
      expiredHistories: 100,
      /** Random batches in which every call is a crash point, besides the handwritten one. */
      crashedBatches: 10,
      /** Rows of a list of suppressed addresses that is read in little memory. */
      listRows: 1_000_000,
      /** Rows of an earlier version about one address: 16 days of one alert a minute. */
      earlierDrops: 23_500,
      lakeSeeds: 200,
      /** Suppressed addresses of one instant, as after an import. */
      addressesOfOneInstant: 50_000,
      timeoutMillis: 900_000,
    }
  : {
      foldedHistories: 150,
      permutedHistories: 100,
      storedHistories: 20,
      sharedHistories: 6,
      interleavedHistories: 6,
      races: 48,
      throttledHistories: 10,
      expiredHistories: 6,
      crashedBatches: 0,
      listRows: 20_000,
      earlierDrops: 500,
      lakeSeeds: 5,
      addressesOfOneInstant: 6_000,
      timeoutMillis: 120_000,
    };

/** Histories share no message and no address, so several can run at once. */
export const historiesAtOnce = 4;
