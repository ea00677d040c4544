import { randomUUID } from 'node:crypto';
import { account, region } from '../clients.ts';

/** An event as rules see it and targets get it. */
export type BusEvent = {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
  /** In an event that comes from an archive. */
  readonly 'replay-name'?: string;
};

/** An entry of PutEvents. */
export type Entry = {
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly EventBusName?: string;
  readonly Resources?: readonly string[];
  /** In seconds. */
  readonly Time?: number;
};

/** Why an entry is refused. The other entries of the call are not. */
export type Refusal = { readonly ErrorCode: string; readonly ErrorMessage: string };

const mostEntryBytes = 256 * 1_024;

/** By EventBridge's count: a time has 14 bytes. */
export function entryBytes({
  Source = '',
  DetailType = '',
  Detail = '',
  Resources = [],
  Time,
}: Entry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : 14);
}

export function toEvent(entry: Entry): BusEvent | Refusal {
  const { Source, DetailType, Detail, Resources = [], Time } = entry;
  for (const [name, value] of Object.entries({ Source, DetailType, Detail })) {
    if (!value)
      return refusal(
        'InvalidArgument',
        `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
      );
  }
  if (Source?.startsWith('aws.')) {
    return refusal('NotAuthorizedForSourceException', `Not authorized for the source ${Source}.`);
  }
  const bytes = entryBytes(entry);
  if (bytes > mostEntryBytes) {
    return refusal('InvalidArgument', `The entry has ${bytes} bytes, and the limit is ${mostEntryBytes}.`);
  }
  const detail = parseObject(Detail ?? '');
  if (!detail) return refusal('MalformedDetail', 'Detail is malformed.');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': DetailType ?? '',
    source: Source ?? '',
    account,
    time: `${new Date(Time === undefined ? Date.now() : Time * 1_000).toISOString().slice(0, 19)}Z`,
    region,
    resources: Resources,
    detail,
  };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal(ErrorCode: string, ErrorMessage: string): Refusal {
  return { ErrorCode, ErrorMessage };
}
