/** API Gateway's throttle: `burst` requests at once, and `rate` per second in the long run. */
export function createTokenBucket(rate: number, burst: number, now: () => number = Date.now) {
  let tokens = burst;
  let filledAt = now();
  return {
    take(): boolean {
      const moment = now();
      tokens = Math.min(burst, tokens + ((moment - filledAt) / 1_000) * rate);
      filledAt = moment;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
