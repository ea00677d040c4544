import type { LakeInventory, LakeProblem } from './lake.ts';

/** What a source knows is read once, however many checks use it. A caller leaves out what it may not read. */
export type HealthSources = {
  /** Why the API does not answer as ours; undefined when it does. */
  readonly api?: () => Promise<string | undefined>;
  readonly keys?: () => Promise<KeyFacts>;
  /** Whether the topic delivers to the events queue. */
  readonly topic?: () => Promise<boolean>;
  readonly queues?: () => Promise<QueueFacts>;
  /** Undefined when the consumer is not connected to its queue. */
  readonly consumer?: () => Promise<ConsumerFacts | undefined>;
  readonly tables?: () => Promise<readonly TableFacts[]>;
  /** Absent without a lake. */
  readonly lake?: () => Promise<LakeFacts>;
  readonly lastSeen?: () => Promise<LastSeen>;
  readonly concurrency?: () => Promise<ConcurrencyFacts>;
  readonly alarms?: () => Promise<readonly AlarmFacts[]>;
  readonly alarmSubscriptions?: () => Promise<AlarmSubscriptions>;
  readonly version?: () => Promise<VersionFacts>;
};

/** What a caller knows without asking. */
export type HealthSubject = {
  /** Providers that have a webhook URL and need a key in the secret. */
  readonly keyed: readonly string[];
  /** Whether the operator named the providers in use. Otherwise all have a URL, and most are not used. */
  readonly isChosen: boolean;
  readonly topicProvider: { readonly name: string; readonly title: string };
  /** Whether the stack has a configuration set for the topic, so that the operator means to use it. */
  readonly usesTopic: boolean;
  /** The command that does it, on the stack that is asked about. */
  readonly commandFor: (repair: Repair) => string;
};

export type Repair =
  /** A command of ours, without the name of the program and of the stack. */
  | { readonly by: 'mailfold'; readonly words: string }
  /** A command of the AWS CLI, without its name and the region. */
  | { readonly by: 'aws'; readonly words: string }
  /** Brings the stack to the version of this program. */
  | { readonly by: 'deploying' }
  /** Creates what is missing and undoes changes by hand: a plain deployment compares templates, and sees neither. */
  | { readonly by: 'reverting drift' }
  /** The check itself failed: for lack of permission, or because the stack does not run. */
  | { readonly by: 'getting access' }
  | { readonly by: 'reading'; readonly text: string };

export type KeyFacts = {
  /** The number of usable keys by provider. */
  readonly held: ReadonlyMap<string, number>;
  /** Providers whose entry cannot be read. */
  readonly broken: readonly string[];
};

/** SQS only counts approximately. */
export type QueueCounts = {
  readonly visible: number;
  /** Received, and neither deleted nor visible again. */
  readonly inFlight: number;
  readonly delayed: number;
};

export type QueueFacts = {
  readonly events: QueueCounts;
  readonly deadLetters: QueueCounts;
  readonly topicDeadLetters: QueueCounts;
};

export type ConsumerFacts = {
  readonly mappingId: string;
  readonly state: string;
  readonly retriesOnlyFailures: boolean;
  /** Runs at the same time; absent when there is no limit. */
  readonly maxConcurrency?: number;
};

/** How the history of all events is kept. */
export type LakeFacts = {
  /** Undefined when the historian is not connected to the stream. */
  readonly historian?: {
    readonly mappingId: string;
    readonly state: string;
    /** Why the latest batch failed; absent when it did not. */
    readonly trouble?: string;
  };
  /** Batches of events that the historian could not write. */
  readonly failedBatches: number;
  /** Absent where the caller may not read the files. */
  readonly tidying?: Pick<LakeInventory, 'lastTidied'> & { readonly problems: readonly LakeProblem[] };
};

/** Units per second that a table or an index takes at once. */
export type WarmThroughput = { readonly reads: number; readonly writes: number };

export type TableFacts = {
  /** For readers: the name is made by AWS, and says little. */
  readonly holds: 'messages' | 'addresses';
  readonly name: string;
  readonly deletesExpiredRows: boolean;
  /** Absent where DynamoDB does not tell, as in a local run. */
  readonly warm?: WarmThroughput;
  readonly indexes: readonly (Partial<{ readonly warm: WarmThroughput }> & { readonly name: string })[];
};

/** How exactly the time of a provider's last event is kept: noting every event would cost a write for each. */
export const seenEveryMinutes = 5;

/** When an event of each provider was last stored. The time may be too early by `seenEveryMinutes`. */
export type LastSeen = ReadonlyMap<string, Date>;

export type ConcurrencyFacts = {
  /** Of the account, for all its functions. */
  readonly limit: number;
  /** What is left for functions without concurrency of their own. */
  readonly unreserved: number;
};

export type AlarmFacts = { readonly name: string; readonly isRaised: boolean; readonly since?: Date };

export type AlarmSubscriptions = {
  readonly topicArn: string;
  readonly confirmed: number;
  /** Those whose owner has not yet followed the link in the mail. */
  readonly pending: number;
};

export type VersionFacts = {
  /** Absent when the stack was deployed by a version that did not say. */
  readonly deployed?: string;
  /** Of the program that asks. */
  readonly own: string;
};
