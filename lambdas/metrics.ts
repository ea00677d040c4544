/** Where all of them are found in CloudWatch. */
export const namespace = 'Mailfold';

/** What each metric may be split by, besides service and stack. Each has a handful of values: every new one costs. */
export type DimensionName = 'provider' | 'reason' | 'type' | 'cause';
export type Dimensions = Readonly<Partial<Record<DimensionName, string>>>;

type Unit = 'Count' | 'Bytes' | 'Seconds';

type Definition = {
  readonly from: 'receiver' | 'consumer';
  readonly unit: Unit;
  /** How the values of one run become one: it is written once, however much the run had to do. */
  readonly fold: 'sum' | 'max';
  /** The sets of dimensions it is kept under. An alarm cannot add up providers by itself: `[]` is their total. */
  readonly by: readonly (readonly DimensionName[])[];
};

const byProvider = [['provider'], []] as const;
const byType = [['provider', 'type'], ['type']] as const;
const received = { from: 'receiver', unit: 'Count', fold: 'sum' } as const;
const consumed = { from: 'consumer', unit: 'Count', fold: 'sum' } as const;

/** Everything Mailfold measures of itself, in the order an event travels. */
export const metrics = {
  /** Requests that were genuine, and are in the queue now. */
  Accepted: { ...received, by: byProvider },
  /** Size of what was put into the queue. */
  EnqueuedBytes: { ...received, unit: 'Bytes', by: byProvider },
  /** Requests that are not genuine. Those that only came too late are `Stale`. */
  Refused: { ...received, by: [['provider', 'reason'], []] },
  /** Requests with a good signature over a time too far from ours. */
  Stale: { ...received, by: byProvider },
  /** Requests that the queue has no room for. */
  TooLarge: { ...received, by: byProvider },
  /** Requests we could not take in by a fault on our side. */
  Unavailable: { ...received, by: byProvider },
  /** Events that were new. */
  Stored: { ...consumed, by: byType },
  /** Events that were there already. */
  Repeated: { ...consumed, by: byType },
  /** New events of a type that we do not know. */
  Unknown: { ...consumed, by: byProvider },
  /** Events that cannot be understood, each counted once however often it is tried. */
  Poison: { ...consumed, by: byProvider },
  /** Messages added to the queue because an event was taken out of its batch. */
  SplitOff: { ...consumed, by: byProvider },
  /** New evidence against an address. */
  Suppressions: { ...consumed, by: [['cause']] },
  /** From the provider's event time until the event was stored, of the slowest event in a run. */
  LagSeconds: { ...consumed, unit: 'Seconds', fold: 'max', by: byProvider },
  /** Queue messages with every write done. */
  Finished: { ...consumed, by: byProvider },
  /** Queue messages handed back, to be delivered again. */
  Unfinished: { ...consumed, by: [[]] },
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof metrics;

/** Notes that something happened; who calls it need not know what becomes of the note. */
export type Measure = (name: MetricName, dimensions?: Dimensions, value?: number) => void;

/** The metrics that share their dimensions, and so one line of the log. */
export type MetricGroup = {
  readonly dimensionSets: readonly Dimensions[];
  readonly values: readonly { readonly name: MetricName; readonly unit: Unit; readonly value: number }[];
};

type Group = { readonly dimensionSets: Dimensions[]; readonly values: Map<MetricName, number> };

/** Adds up what happens in one run, so that each metric is written once for all of it. */
export class Tally {
  private readonly groups = new Map<string, Group>();
  /** The group of a metric and its dimensions: they are the same for most events, and finding it takes its time. */
  private readonly known = new Map<string, Group>();

  readonly measure: Measure = (name, dimensions = {}, value = 1) => {
    const { fold }: Definition = metrics[name];
    // What did not happen is not written: every line of the log has its price.
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

  /** What was measured; the next run starts from nothing. */
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
      if (!value) throw new Error(`expected the metric ${metric} to come with a ${name}, found none`);
      return [name, value];
    }),
  );
}
