import { CannotStart } from '../cannot-start.ts';
import { compilePattern } from '../event-pattern.ts';
import { type Archive, openArchive } from '../events/archive.ts';
import { busNameOf, createEventBuses, defaultBus, type EventBuses, ruleArn } from '../events/event-bus.ts';
import { busArn, createEventsService } from '../events/events-service.ts';
import { type RuleTarget, whatIsUnsupported } from '../events/rule-target.ts';
import { arnOf, atMost, identityOf } from '../identity.ts';
import { inDataDir } from '../options.ts';
import { InvalidPattern } from '../pattern-operators.ts';
import type { LocalResource, Run, Runner } from '../runner.ts';
import { createTargetDelivery } from '../targets/target-delivery.ts';
import { queues } from './queues.ts';

const busType = 'AWS::Events::EventBus';
const ruleType = 'AWS::Events::Rule';
const archiveType = 'AWS::Events::Archive';

/** The template's event buses, with rules that send to queues and functions, and archives. */
export const events: Runner<EventBuses> = {
  types: [busType, ruleType, archiveType],
  keeps: ['archives'],
  identify({ type, generatedName, property }) {
    if (type === busType) {
      const name = property<string>('Name') ?? generatedName;
      return identityOf(name, busArn(name), { attributes: { Name: name } });
    }
    if (type === archiveType) {
      const name = atMost(48, property<string>('ArchiveName') ?? generatedName);
      return identityOf(name, arnOf('events', `archive/${name}`), { attributes: { ArchiveName: name } });
    }
    const name = atMost(64, property<string>('Name') ?? generatedName);
    const bus = busNameOf(property<string>('EventBusName'));
    return identityOf(name, ruleArn(bus, name), { ref: bus === defaultBus ? name : `${bus}|${name}` });
  },
  async start(resources, run) {
    const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted);
    const seconds = run.options.visibilitySeconds ?? 10;
    const delivery = createTargetDelivery(run.awsEndpoint, run.started(queues), seconds);
    run.onStop(delivery.stop);
    const names = [defaultBus, ...ofType(busType).map(({ name }) => name)];
    const buses = createEventBuses(
      names,
      ofType(archiveType).map((archive) => readArchive(archive, run)),
      delivery,
    );
    for (const rule of ofType(ruleType)) putRule(buses, rule);
    run.serve(createEventsService(buses));
    return buses;
  },
};

function putRule(buses: EventBuses, { logicalId, name, property }: LocalResource): void {
  if (property('ScheduleExpression')) {
    throw new CannotStart(
      `${logicalId} has a ScheduleExpression; the local stack runs only AWS::Scheduler::Schedule`,
    );
  }
  const bus = busNameOf(property<string>('EventBusName'));
  if (!buses.names.includes(bus)) {
    throw new CannotStart(`${logicalId} is a rule of ${bus}, which is not an event bus of this template`);
  }
  const enabled = property<string>('State') !== 'DISABLED';
  const pattern = JSON.stringify(property<object>('EventPattern') ?? {});
  const { targets } = orCannotStart(logicalId, () => buses.put({ bus, name, pattern, enabled }));
  for (const target of property<RuleTarget[]>('Targets') ?? []) {
    const unsupported = whatIsUnsupported(target);
    if (unsupported) throw new CannotStart(`${logicalId}: ${unsupported}`);
    targets.set(target.Id ?? '', target);
  }
}

function readArchive({ logicalId, name, arn, property }: LocalResource, run: Run): Archive {
  const pattern = property<object>('EventPattern');
  const folder = inDataDir(run.options, 'archives');
  return openArchive(
    {
      name,
      arn,
      bus: busNameOf(property<string>('SourceArn')),
      isWanted: pattern ? orCannotStart(logicalId, () => compilePattern(pattern)) : () => true,
      retentionDays: property<number>('RetentionDays') ?? 0,
    },
    folder && `${folder}/${name}.jsonl`,
  );
}

function orCannotStart<T>(logicalId: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    throw new CannotStart(`${logicalId}: its EventPattern is not valid: ${error.message}`);
  }
}
