import type { BillLine } from './bill.ts';
import { type fixed, prices } from './prices.ts';

const million = 1_000_000;
const gb = 1_000_000_000;

export type Listeners = {
  readonly eventBus: boolean;
  /** Endpoints that get every event. */
  readonly endpoints: number;
};

/** Assumed, not measured: most events come alone, so that each takes a run of its own. Together they cost less. */
const perEvent = {
  /** As the bus and the queues carry it. */
  bytes: 900,
  announcerSeconds: 0.03,
  /** Nearly all of it is waiting for the endpoint. */
  senderSeconds: 0.2,
  /** To send, to receive and to delete. */
  sqsRequests: 3,
  /** The attempt in the delivery log. */
  writeUnits: 1,
  /** The state of the endpoint. */
  readUnits: 1,
};

/** Of both functions, in lib/announcer.ts and lib/webhook-sender.ts. */
const memoryGb = 256 / 1_024;
/** Lambda asks a queue without messages every 20 seconds, five times at once. */
const idleRequests = 5 * 3 * 60 * 24 * 30;

/** The cost of telling other programs of every event, by service. */
export function fanOutBillOf(eventsPerMonth: number, listeners: Listeners): BillLine[] {
  const { eventBus, endpoints } = listeners;
  if (!eventBus && endpoints === 0) return [];
  const events = eventsPerMonth / million;
  const gigabytes = (eventsPerMonth * perEvent.bytes) / gb;
  const time = (seconds: number) => seconds * memoryGb * prices.lambdaGbSecond * million;
  const runs = (seconds: number) => prices.lambdaRequests + time(seconds);
  const line = (service: string, amount: string, perMonth: number): BillLine => ({
    service,
    amount,
    perMillion: eventsPerMonth === 0 ? 0 : perMonth / events,
  });
  return [
    line('Events, announcer', 'one run per event at most', events * runs(perEvent.announcerSeconds)),
    ...(eventBus
      ? [
          line('Events, bus', 'one per event', events * prices.busEvents),
          line(
            'Events, archive',
            `${gigabytes.toFixed(2)} GB, for 30 days`,
            gigabytes * (prices.archivedGb + prices.archiveGb),
          ),
        ]
      : []),
    ...(endpoints > 0
      ? [
          line(
            'Webhooks, SQS',
            `${perEvent.sqsRequests} per event and endpoint, and polling`,
            endpoints * ((events * perEvent.sqsRequests + idleRequests / million) * prices.sqsRequests),
          ),
          line(
            'Webhooks, Lambda',
            `${perEvent.senderSeconds * 1_000} ms per event and endpoint`,
            endpoints * events * runs(perEvent.senderSeconds),
          ),
          line(
            'Webhooks, delivery log',
            'one row per event and endpoint',
            endpoints *
              events *
              (perEvent.writeUnits * prices.tables.standard.writeUnits +
                perEvent.readUnits * prices.tables.standard.readUnits),
          ),
        ]
      : []),
  ];
}

/** What it adds to a stack, whatever the number of events. A test counts it in the template. */
export function fanOutFixed({ eventBus, endpoints }: Listeners): typeof fixed {
  if (!eventBus && endpoints === 0) return { alarms: 0, watchedMetrics: 0, secrets: 0, canaryMetrics: 0 };
  const senders = endpoints > 0 ? 1 : 0;
  // The announcer's three, the sender's, and one of each endpoint.
  const alarms = 3 + senders + endpoints;
  return {
    alarms,
    // One metric each, but three for the alarm of an announcer that is not called.
    watchedMetrics: alarms + 2,
    secrets: senders,
    // Of both functions.
    canaryMetrics: 1 + senders,
  };
}
