import type { Day } from '../../core/day.ts';
import type { Address } from '../../core/ids.ts';
import type { Moment } from '../../core/moment.ts';
import type { StoredEvent } from './store.ts';

type WithoutPayload<Event> = Event extends unknown ? Omit<Event, 'payload'> : never;

/** What a stored event says, without the provider's own object. */
export type StoredFacts = WithoutPayload<StoredEvent> & {
  /** The server or account of the provider that sent it; only where settings ask for it. */
  readonly server?: string;
};

export type ListedObject = { readonly key: string; readonly bytes: number; readonly modifiedAt: Date };

/** Files under keys, as S3 has them. An object is replaced as a whole, and seen by everybody as soon as it is written. */
export type ObjectStore = {
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Undefined when there is no such object. */
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, content: Uint8Array): Promise<void>;
  /** Does nothing when the object does not exist. */
  remove(keys: readonly string[]): Promise<void>;
};

/** Everything in the lake, without reading a single event. */
export type LakeInventory = {
  /** Objects as the historian or a repair wrote them, which wait for the tidier. */
  readonly newObjects: number;
  readonly oldestNewObjectAt?: Date;
  readonly tidyObjects: number;
  /** Copies included: new objects can repeat events. */
  readonly rows: number;
  readonly bytes: number;
  readonly firstDay?: Day;
  readonly lastDay?: Day;
  /** Days with events that are in no answer, because questions do not reach so far. */
  readonly unseenDays: readonly Day[];
  /** Objects whose rows are in others, and which are about to be deleted. */
  readonly replacedObjects: number;
  /** Forgotten people that the tidier is still looking for. */
  readonly peopleBeingForgotten: number;
  /** The latest run of the tidier; absent before the first. */
  readonly lastTidied?: { readonly at: string; readonly isComplete: boolean; readonly unreadable: number };
};

export type LakeKeeper = {
  inventory(): Promise<LakeInventory>;
  /** Files events in the lake. Events that are already there do no harm. */
  tell(events: readonly StoredFacts[]): Promise<{ readonly events: number; readonly objects: number }>;
  /** Takes everything out of the lake that leads to an address, and makes sure that it does not come back. */
  forget(address: Address, onLook: (objects: number) => void): Promise<LakeForgetting>;
};

export type LakeForgetting = { readonly rows: number; readonly objects: number };

/** The events that the tables still have. */
export type EventArchive = {
  /** Those that were stored from a time on, in any order. */
  events(since: Moment | undefined, on: ArchiveProgress): AsyncIterable<StoredFacts>;
};

export type ArchiveProgress = {
  /** Called with the number of rows that were read. */
  readonly read: (rows: number) => void;
  /** Called for an event row that cannot be read. */
  readonly unreadable: () => void;
};

/** What is wrong with a lake. */
export type LakeProblem =
  /** The historian gave up on batches of events. */
  | 'events-missing'
  /** No run of the tidier for three hours. */
  | 'tidier-late'
  /** Objects are no Parquet files. */
  | 'objects-damaged'
  /** Questions do not reach the days of some events. */
  | 'days-unseen';
