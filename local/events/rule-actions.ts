import { AwsError } from '../aws-error.ts';
import type { Actions, AwsCall } from '../aws-service.ts';
import { compilePattern } from '../event-pattern.ts';
import { InvalidPattern } from '../pattern-operators.ts';
import { busNameOf, type EventBuses, type Rule } from './event-bus.ts';
import { type RuleTarget, whatIsUnsupported } from './rule-target.ts';

type Input = AwsCall['body'];

/** EventBridge's limit for one rule. */
const mostTargets = 5;

/** The actions of EventBridge on rules and their targets. A rule that is made while the stack runs ends with it. */
export function createRuleActions(buses: EventBuses): Actions {
  const find = (input: Input, name = 'Name'): Rule => {
    const bus = mustHaveBus(buses, input);
    const rule = buses.find(bus, String(input[name]));
    if (rule) return rule;
    throw new AwsError('ResourceNotFoundException', `Rule ${input[name]} does not exist on EventBus ${bus}.`);
  };

  return {
    PutRule(input) {
      if (input['ScheduleExpression'] !== undefined) {
        throw invalid(
          'rules of the local stack have no ScheduleExpression; use a schedule of EventBridge Scheduler',
        );
      }
      const rule = orInvalid(() =>
        buses.put({
          bus: mustHaveBus(buses, input),
          name: String(input['Name']),
          pattern: String(input['EventPattern'] ?? ''),
          enabled: input['State'] !== 'DISABLED',
          ...(input['Description'] !== undefined && { description: String(input['Description']) }),
        }),
      );
      return { RuleArn: rule.arn };
    },
    DeleteRule(input) {
      const rule = buses.find(mustHaveBus(buses, input), String(input['Name']));
      // Deleting what is not there succeeds, as on AWS.
      if (!rule) return;
      if (rule.targets.size > 0) throw invalid("Rule can't be deleted since it has targets.");
      buses.remove(rule);
    },
    DescribeRule: (input) => describe(find(input)),
    ListRules(input) {
      const prefix = String(input['NamePrefix'] ?? '');
      const listed = buses.rules(mustHaveBus(buses, input)).filter(({ name }) => name.startsWith(prefix));
      return { Rules: listed.map(describe) };
    },
    EnableRule(input) {
      find(input).enabled = true;
    },
    DisableRule(input) {
      find(input).enabled = false;
    },
    PutTargets(input) {
      const { targets } = find(input, 'Rule');
      const given = input['Targets'] as RuleTarget[];
      const all = new Set([...targets.keys(), ...given.map(({ Id = '' }) => Id)]);
      if (all.size > mostTargets) {
        throw new AwsError(
          'LimitExceededException',
          'The requested resource exceeds the maximum number allowed.',
        );
      }
      for (const target of given) {
        const unsupported = whatIsUnsupported(target);
        if (unsupported) throw invalid(unsupported);
      }
      for (const target of given) targets.set(target.Id ?? '', target);
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    RemoveTargets(input) {
      const { targets } = find(input, 'Rule');
      for (const id of input['Ids'] as string[]) targets.delete(id);
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    ListTargetsByRule: (input) => ({ Targets: [...find(input, 'Rule').targets.values()] }),
    TestEventPattern({ EventPattern, Event }) {
      return { Result: orInvalid(() => compilePattern(String(EventPattern)))(JSON.parse(String(Event))) };
    },
  };
}

function mustHaveBus({ names }: EventBuses, { EventBusName }: Input): string {
  const bus = busNameOf(EventBusName);
  if (names.includes(bus)) return bus;
  throw new AwsError('ResourceNotFoundException', `Event bus ${bus} does not exist.`);
}

function describe({ bus, name, arn, pattern, enabled, description }: Rule) {
  return {
    Name: name,
    Arn: arn,
    EventPattern: pattern,
    State: enabled ? 'ENABLED' : 'DISABLED',
    EventBusName: bus,
    ...(description !== undefined && { Description: description }),
  };
}

function orInvalid<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    throw new AwsError(
      'InvalidEventPatternException',
      `Event pattern is not valid. Reason: ${error.message}`,
    );
  }
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
