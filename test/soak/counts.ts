/** What has happened so far, in the order in which it is reported. */
export type Counts = {
  requests: number;
  /** Requests with a 200. */
  accepted: number;
  /** Requests without a definite answer, sent again as a provider would. */
  triedAgain: number;
  /** Events told by accepted requests, each counted once. */
  events: number;
  /** Event rows in the table at the end. */
  stored: number;
  /** Events that the consumer reports as stored before. */
  repeated: number;
  /** Messages that died although they can be read; they were redriven. */
  redriven: number;
  /** Dead letters at the end. */
  dead: number;
  /** Unreadable events or posts that were accepted. */
  poison: number;
  forged: number;
  kills: number;
  /** Calls that were refused, whole or in part. */
  throttledCalls: number;
  slowCalls: number;
  /** Connections that broke before or after the call was executed. */
  brokenCalls: number;
  /** Messages that were sent twice, or whose deletion was refused. */
  redeliveries: number;
  /** Periods in which the queue hid a message for a second only. */
  shortVisibility: number;
  releases: number;
  suppressions: number;
  forgotten: number;
};

export function noCounts(): Counts {
  return {
    requests: 0,
    accepted: 0,
    triedAgain: 0,
    events: 0,
    stored: 0,
    repeated: 0,
    redriven: 0,
    dead: 0,
    poison: 0,
    forged: 0,
    kills: 0,
    throttledCalls: 0,
    slowCalls: 0,
    brokenCalls: 0,
    redeliveries: 0,
    shortVisibility: 0,
    releases: 0,
    suppressions: 0,
    forgotten: 0,
  };
}
