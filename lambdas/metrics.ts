/** The CloudWatch namespace of all metrics. */
export const namespace = 'Mailfold';

/** What a canary rollout watches, besides crashes: see count-failures.ts. */
export const failures = { metric: 'Failed', by: ['function', 'version'] } as const;

/** Dimensions besides service and stack. Each has few values, because CloudWatch charges for every combination. */
export type DimensionName = 'provider' | 'reason' | 'type' | 'cause';
export type Dimensions = Readonly<Partial<Record<DimensionName, string>>>;

type Unit = 'Count' | 'Bytes' | 'Seconds';

type Definition = {
  readonly from: 'receiver' | 'consumer';
  readonly unit: Unit;
  /** How the values of one run become one value, because a run writes each metric once. */
  readonly fold: 'sum' | 'max';
  /** The sets of dimensions it is written with. An alarm cannot add up providers, so `[]` is their total. */
  readonly by: readonly (readonly DimensionName[])[];
};

const byProvider = [['provider'], []] as const;
const byType = [['provider', 'type'], ['type']] as const;
const received = { from: 'receiver', unit: 'Count', fold: 'sum' } as const;
const consumed = { from: 'consumer', unit: 'Count', fold: 'sum' } as const;

/** All metrics that Mailfold writes, in the order in which an event passes through the stack. */
export const metrics = {
  /** Genuine requests that were sent to the queue. */
  Accepted: { ...received, by: byProvider },
  /** Size of the queue messages. */
  EnqueuedBytes: { ...received, unit: 'Bytes', by: byProvider },
  /** Requests that failed verification, except stale ones. */
  Refused: { ...received, by: [['provider', 'reason'], []] },
  /** Requests with a correct signature and a timestamp outside the tolerance. */
  Stale: { ...received, by: byProvider },
  /** Requests that are too large: genuine ones that do not fit into a queue message, and unverified ones above the limit. */
  TooLarge: { ...received, by: [['provider', 'reason'], ['reason']] },
  /** Requests for a provider without keys. Anybody can post them, so they are not our fault. */
  NoKeys: { ...received, by: byProvider },
  /** Requests that were answered 503 because of a fault on our side. */
  Unavailable: { ...received, by: byProvider },
  /** New events. */
  Stored: { ...consumed, by: byType },
  /** New events of the past that a person imported. They are in no other metric. */
  Imported: { ...consumed, by: byType },
  /** Events that were already stored. */
  Repeated: { ...consumed, by: byType },
  /** New events of an unknown type. */
  Unknown: { ...consumed, by: byProvider },
  /** Events and messages that cannot be read, each counted once however often it is delivered. */
  Poison: { ...consumed, by: byProvider },
  /** Messages added to the queue for unreadable events that were split off from their batch. */
  SplitOff: { ...consumed, by: byProvider },
  /** New evidence against an address. It need not suppress it: soft bounces do only once there are enough of them. */
  Suppressions: { ...consumed, by: [['cause']] },
  /** Time from the event to its storage, for the slowest event of a run. */
  LagSeconds: { ...consumed, unit: 'Seconds', fold: 'max', by: byProvider },
  /** Queue messages of which every event is stored or split off. */
  Finished: { ...consumed, by: byProvider },
  /** Queue messages that SQS will deliver again. */
  Unfinished: { ...consumed, by: [[]] },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof metrics;

/** Records a metric. `value` is 1 by default. */
export type Measure = (name: MetricName, dimensions?: Dimensions, value?: number) => void;

/** Metrics with the same dimensions. They share one log line. */
export type MetricGroup = {
  readonly dimensionSets: readonly Readonly<Record<string, string | undefined>>[];
  readonly values: readonly { readonly name: string; readonly unit: Unit; readonly value: number }[];
};

type Group = { readonly dimensionSets: Dimensions[]; readonly values: Map<MetricName, number> };

/** Adds up the metrics of one run, so that each is written once. */
export class Tally {
  private readonly groups = new Map<string, Group>();
  /** Caches the group of a metric and its dimensions: most events share them, and finding the group takes time. */
  private readonly known = new Map<string, Group>();

  readonly measure: Measure = (name, dimensions = {}, value = 1) => {
    const { fold }: Definition = metrics[name];
    // A sum of 0 is not written, because every log line costs money.
    if (value === 0 && fold === 'sum') return;
    const { provider, reason, type, cause } = dimensions;
    const id = `${name} ${provider} ${reason} ${type} ${cause}`;
    const group = this.known.get(id) ?? this.groupOf(name, dimensions);
    this.known.set(id, group);
    const before = group.values.get(name);
    if (before === undefined) group.values.set(name, value);
    else group.values.set(name, fold === 'sum' ? before + value : Math.max(before, value));
  };

  private groupOf(name: MetricName, dimensions: Dimensions): Group {
    const { by }: Definition = metrics[name];
    const dimensionSets = by.map((names) => pick(name, dimensions, names));
    const key = JSON.stringify(dimensionSets);
    const group = this.groups.get(key) ?? { dimensionSets, values: new Map() };
    this.groups.set(key, group);
    return group;
  }

  /** Returns the metrics and resets the tally for the next run. */
  take(): MetricGroup[] {
    const taken = [...this.groups.values()].map(({ dimensionSets, values }) => ({
      dimensionSets,
      values: [...values].map(([name, value]) => ({ name, unit: metrics[name].unit, value })),
    }));
    this.groups.clear();
    this.known.clear();
    return taken;
  }
}

function pick(metric: MetricName, dimensions: Dimensions, names: readonly DimensionName[]): Dimensions {
  return Object.fromEntries(
    names.map((name) => {
      const value = dimensions[name];
      if (!value) throw new Error(`expected the metric ${metric} to have a ${name}, found none`);
      return [name, value];
    }),
  );
}
