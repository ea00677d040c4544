/** List prices of us-east-1 in dollars, without any free tier. */
export const pricesOf = '2026-11-16';
export const prices = {
  /** HTTP API, a million requests of up to 512 KB. */
  apiRequests: 1.0,
  lambdaRequests: 0.2,
  /** arm64, a GB-second. */
  lambdaGbSecond: 0.0000133334,
  /** SQS standard, a million requests of up to 64 KB. */
  sqsRequests: 0.4,
  /** SNS, a million publications of up to 64 KB; delivery to a queue is free. */
  snsPublications: 0.5,
  /** DynamoDB on demand, a million units. */
  writeUnits: 0.625,
  readUnits: 0.125,
  /** DynamoDB, a GB-month, and the same again for what can be restored to any second. */
  storedGb: 0.25,
  restorableGb: 0.2,
  /** CloudWatch Logs, a GB taken in. */
  logGb: 0.5,
} as const;

/** Lambda gives CPU by memory: one whole core at this size. */
export const memoryOfOneCore = 1_769;
/** What Lambda itself writes about each run: START, END and REPORT. */
export const platformLog = { bytes: 380, lines: 3 };
/** A line of the API's access log, with the fields that lib/webhook-api.ts names. */
export const accessLog = { bytes: 330, lines: 1 };
/** CloudWatch adds this to every line. */
export const bytesPerLine = 26;
