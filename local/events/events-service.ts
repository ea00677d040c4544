import { AwsError } from '../aws-error.ts';
import { type Actions, type AwsCall, type AwsService, createJsonService } from '../aws-service.ts';
import { arnOf } from '../identity.ts';
import type { Right } from '../permissions.ts';
import { type Entry, entryBytes, type Refusal, toEvent } from './event.ts';
import { busNameOf, type EventBuses, ruleArn } from './event-bus.ts';
import { createReplayActions } from './replay-actions.ts';
import { createRuleActions } from './rule-actions.ts';

const mostEntries = 10;
const mostBytes = 1_024 * 1_024;

/** The part of EventBridge that takes events, and makes rules while the stack runs. */
export function createEventsService(buses: EventBuses): AwsService {
  const actions: Actions = {
    PutEvents: ({ Entries }) => putEvents(buses, (Entries ?? []) as Entry[]),
    DescribeEventBus: ({ Name }) => describeBus(buses, busNameOf(Name)),
    ListEventBuses: () => ({ EventBuses: buses.names.map((name) => describeBus(buses, name)) }),
    ...createRuleActions(buses),
    ...createReplayActions(buses),
  };
  return createJsonService({ name: 'events', target: 'AWSEvents', version: '1.1', actions, rights });
}

function putEvents(buses: EventBuses, entries: readonly Entry[]) {
  if (entries.length < 1 || entries.length > mostEntries) {
    throw invalid(
      `Value at 'entries' failed to satisfy constraint: expected 1 to ${mostEntries} entries, found ${entries.length}`,
    );
  }
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
  if (bytes > mostBytes) throw invalid('Total size of the entries in the request is over the limit.');
  const results = entries.map((entry) => putEvent(buses, entry));
  return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
}

function putEvent(buses: EventBuses, entry: Entry): Refusal | { readonly EventId: string } {
  const bus = busNameOf(entry.EventBusName);
  if (!buses.names.includes(bus)) {
    return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${bus} does not exist.` };
  }
  const event = toEvent(entry);
  if ('ErrorCode' in event) return event;
  buses.publish(bus, event);
  return { EventId: event.id };
}

function describeBus({ names }: EventBuses, name: string) {
  if (!names.includes(name))
    throw new AwsError('ResourceNotFoundException', `Event bus ${name} does not exist.`);
  return { Name: name, Arn: busArn(name) };
}

function rights({ action, body }: AwsCall): Right[] {
  const named = `events:${action}`;
  if (action === 'PutEvents') {
    const buses = ((body['Entries'] ?? []) as Entry[]).map((entry) => busArn(busNameOf(entry.EventBusName)));
    return [{ action: named, resources: [...new Set(buses)] }];
  }
  if (action === 'DescribeEventBus') return [{ action: named, resources: [busArn(busNameOf(body['Name']))] }];
  const rule = body['Rule'] ?? (/Rule$/.test(action) ? body['Name'] : undefined);
  if (rule === undefined) return [{ action: named, resources: ['*'] }];
  return [{ action: named, resources: [ruleArn(busNameOf(body['EventBusName']), String(rule))] }];
}

export function busArn(name: string): string {
  return arnOf('events', `event-bus/${name}`);
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
