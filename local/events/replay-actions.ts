import { AwsError } from '../aws-error.ts';
import type { Actions, AwsCall } from '../aws-service.ts';
import { arnOf } from '../identity.ts';
import type { Archive } from './archive.ts';
import { busNameOf, type EventBuses } from './event-bus.ts';

type Replay = {
  readonly ReplayName: string;
  readonly ReplayArn: string;
  readonly State: 'COMPLETED';
  readonly EventSourceArn: string;
  readonly [field: string]: unknown;
};

type Destination = { readonly Arn?: string; readonly FilterArns?: readonly string[] };

/** The actions of EventBridge on archives. A replay is done at once. */
export function createReplayActions(buses: EventBuses): Actions {
  const replays = new Map<string, Replay>();

  const archiveBy = (field: 'arn' | 'name', value: unknown): Archive => {
    const found = buses.archives.find(({ settings }) => settings[field] === value);
    if (!found) throw new AwsError('ResourceNotFoundException', `Archive ${value} does not exist.`);
    return found;
  };

  return {
    StartReplay(input) {
      const { ReplayName, EventSourceArn, EventStartTime, EventEndTime, Destination = {} } = input;
      const name = String(ReplayName);
      const archive = archiveBy('arn', EventSourceArn);
      const { Arn, FilterArns = [] } = Destination as Destination;
      if (replays.has(name))
        throw new AwsError('ResourceAlreadyExistsException', `Replay ${name} already exists.`);
      if (busNameOf(Arn) !== archive.settings.bus) {
        throw new AwsError(
          'ValidationException',
          'Parameter Destination.Arn is not valid. Reason: Must be the bus of the archive.',
        );
      }
      const times = [EventStartTime, EventEndTime].map((seconds) => new Date(Number(seconds) * 1_000));
      const [from = new Date(0), to = new Date()] = times;
      for (const event of archive.between(from, to)) {
        buses.replay(archive.settings.bus, { ...event, 'replay-name': name }, FilterArns);
      }
      const replay: Replay = {
        ...{ ReplayName: name, ReplayArn: arnOf('events', `replay/${name}`), State: 'COMPLETED' },
        ...{ EventSourceArn: archive.settings.arn, Destination, EventStartTime, EventEndTime },
        ...{ ReplayStartTime: Date.now() / 1_000, ReplayEndTime: Date.now() / 1_000 },
      };
      replays.set(name, replay);
      return { ReplayArn: replay.ReplayArn, State: 'STARTING', ReplayStartTime: replay['ReplayStartTime'] };
    },
    DescribeReplay({ ReplayName }) {
      const found = replays.get(String(ReplayName));
      if (!found) throw new AwsError('ResourceNotFoundException', `Replay ${ReplayName} does not exist.`);
      return found;
    },
    ListReplays: () => ({ Replays: [...replays.values()] }),
    DescribeArchive: ({ ArchiveName }: AwsCall['body']) => describe(archiveBy('name', ArchiveName)),
    ListArchives: () => ({ Archives: buses.archives.map(describe) }),
  };
}

function describe({ settings, count }: Archive) {
  return {
    ArchiveName: settings.name,
    ArchiveArn: settings.arn,
    EventSourceArn: arnOf('events', `event-bus/${settings.bus}`),
    State: 'ENABLED',
    RetentionDays: settings.retentionDays,
    EventCount: count,
  };
}
