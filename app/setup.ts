import type { SuppressionSettings } from '../core/fold-suppression.ts';
import { type Answer, answer } from './answer.ts';
import type { KeyFacts, LastSeen } from './ports/health.ts';

/** Where the events of a provider go. */
export type Entrance = {
  readonly name: string;
  readonly title: string;
  readonly transport: 'webhook' | 'topic';
  readonly url?: string;
  readonly topicArn?: string;
  readonly configurationSet?: string;
  /** Where the provider shows the addresses that it does not send to. */
  readonly ownListUrl?: string;
  /** Whether its events are verified with a key in the secret. */
  readonly needsKey: boolean;
};

export type StackSettings = {
  readonly dedupeWindowDays: number;
  readonly statusRetentionDays: number;
  readonly suppression: SuppressionSettings;
};

export type SetupSources = {
  readonly entrances: readonly Entrance[];
  readonly stackSettings: StackSettings;
  readonly keys: () => Promise<KeyFacts>;
  readonly lastSeen: () => Promise<LastSeen>;
};

export type Setup = {
  readonly providers: readonly (Omit<Entrance, 'needsKey'> & {
    readonly key: 'present' | 'missing' | 'unreadable' | 'not-needed';
    /** Null when no event has come. */
    readonly lastEventAt: string | null;
  })[];
  readonly settings: StackSettings;
};

/** How each provider is set up: what to enter there, whether a key is present, and when its last event came. */
export async function readSetup({
  entrances,
  stackSettings,
  keys,
  lastSeen,
}: SetupSources): Promise<Answer<Setup>> {
  const [known, seen] = await Promise.all([keys(), lastSeen()]);
  return answer({
    providers: entrances.map(({ needsKey, ...entrance }) => ({
      ...entrance,
      key: needsKey ? keyState(entrance.name, known) : 'not-needed',
      lastEventAt: seen.get(entrance.name)?.toISOString() ?? null,
    })),
    settings: stackSettings,
  });
}

function keyState(name: string, { held, broken }: KeyFacts): 'present' | 'missing' | 'unreadable' {
  if (broken.includes(name)) return 'unreadable';
  return held.get(name) ? 'present' : 'missing';
}
