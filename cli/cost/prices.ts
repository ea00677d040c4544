/** The day of the prices. */
export const pricesOf = '2026-11-16';
/** List prices of us-east-1 in dollars, without a free tier. */
export const prices = {
  /** HTTP API, per million requests of up to 512 KB. */
  apiRequests: 1.0,
  /** Per million. */
  lambdaRequests: 0.2,
  /** arm64, per GB-second. */
  lambdaGbSecond: 0.0000133334,
  /** Standard queues, per million requests of up to 64 KB. */
  sqsRequests: 0.4,
  /** Per million publications of up to 64 KB; delivery to a queue is free. */
  snsPublications: 0.5,
  /** DynamoDB on demand, per million units, and per GB and month, by table class. */
  tables: {
    standard: { writeUnits: 0.625, readUnits: 0.125, storedGb: 0.25 },
    'standard-infrequent-access': { writeUnits: 0.78, readUnits: 0.155, storedGb: 0.1 },
  },
  /** Point-in-time recovery of tables without their indexes, per GB and month. The same for both classes. */
  restorableGb: 0.2,
  /** CloudWatch Logs, per GB ingested. */
  logGb: 0.5,
  /** For each metric that an alarm watches, per month. */
  watchedMetric: 0.1,
  /** For each metric that is written, per month. */
  writtenMetric: 0.3,
  /** Per month. */
  secret: 0.4,
  /** S3, per million writes and lists, and per million reads. */
  s3Writes: 5.0,
  s3Reads: 0.4,
  /** S3, per GB and month. */
  s3Gb: 0.023,
  /** Athena, per TB that a question reads. */
  athenaTb: 5.0,
  /** EventBridge, per million custom events of up to 64 KB. */
  busEvents: 1.0,
  /** EventBridge, per GB that an archive takes, and per GB and month that it keeps. */
  archivedGb: 0.1,
  archiveGb: 0.023,
} as const;

/** Athena charges a question for at least this much. */
const leastScannedBytes = 10_000_000;

/** What a question costs that reads this much. */
export function scanPrice(scannedBytes: number): number {
  return (Math.max(scannedBytes, leastScannedBytes) / 1_000_000_000_000) * prices.athenaTb;
}

export type TableClass = keyof typeof prices.tables;
export const tableClasses = Object.keys(prices.tables) as TableClass[];

/** What every stack has, whatever the number of events. A test counts them in the template. */
export const fixed = {
  alarms: 19,
  watchedMetrics: 31,
  secrets: 2,
  /** Watched besides, with the setting `rollout: 'canary'`. */
  canaryMetrics: 14,
};

/** Lambda allots CPU by memory: one full core at this many MB. */
export const memoryOfOneCore = 1_769;
/** One line of the API's access log, with the fields of lib/access-log.ts. */
export const accessLog = { bytes: 280, lines: 1 };
/** CloudWatch adds this to every line. */
export const bytesPerLine = 26;
