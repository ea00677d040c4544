import { compilePattern, type EventPattern } from '../event-pattern.ts';
import { arnOf } from '../identity.ts';
import type { TargetDelivery } from '../targets/target-delivery.ts';
import type { Archive } from './archive.ts';
import type { BusEvent } from './event.ts';
import { payloadFor, type RuleTarget, toTarget } from './rule-target.ts';

export type Rule = {
  readonly bus: string;
  readonly name: string;
  readonly arn: string;
  /** As it was given, in JSON. */
  readonly pattern: string;
  readonly description?: string;
  enabled: boolean;
  readonly targets: Map<string, RuleTarget>;
};

export type EventBuses = {
  readonly names: readonly string[];
  readonly archives: readonly Archive[];
  rules(bus: string): Rule[];
  find(bus: string, rule: string): Rule | undefined;
  /** Replaces a rule of the same name, and keeps its targets. Throws an InvalidPattern. */
  put(rule: Pick<Rule, 'bus' | 'name' | 'pattern' | 'enabled' | 'description'>): Rule;
  remove(rule: Rule): void;
  publish(bus: string, event: BusEvent): void;
  /** Sends an event of an archive again. `ruleArns`: only to these rules, if there are any. */
  replay(bus: string, event: BusEvent, ruleArns: readonly string[]): void;
};

export function createEventBuses(
  names: readonly string[],
  archives: readonly Archive[],
  delivery: TargetDelivery,
): EventBuses {
  const rules = new Map<string, { readonly rule: Rule; readonly matches: EventPattern }>();
  const keyOf = (bus: string, name: string) => `${bus}|${name}`;

  function send(bus: string, event: BusEvent, ruleArns: readonly string[]): void {
    for (const { rule, matches } of rules.values()) {
      const isChosen = ruleArns.length === 0 || ruleArns.includes(rule.arn);
      if (rule.bus !== bus || !rule.enabled || !isChosen || !matches(event)) continue;
      for (const target of rule.targets.values()) {
        delivery.send(toTarget(target), payloadFor(target, event), { RULE_ARN: rule.arn });
      }
    }
  }

  return {
    names,
    archives,
    rules: (bus) => [...rules.values()].map(({ rule }) => rule).filter((rule) => rule.bus === bus),
    find: (bus, name) => rules.get(keyOf(bus, name))?.rule,
    put(given) {
      const matches = compilePattern(given.pattern);
      const targets = rules.get(keyOf(given.bus, given.name))?.rule.targets ?? new Map();
      const rule: Rule = { ...given, arn: ruleArn(given.bus, given.name), targets };
      rules.set(keyOf(given.bus, given.name), { rule, matches });
      return rule;
    },
    remove: ({ bus, name }) => void rules.delete(keyOf(bus, name)),
    publish(bus, event) {
      for (const archive of archives) if (archive.settings.bus === bus) archive.keep(event);
      send(bus, event, []);
    },
    replay: send,
  };
}

export const defaultBus = 'default';

export function ruleArn(bus: string, name: string): string {
  return arnOf('events', bus === defaultBus ? `rule/${name}` : `rule/${bus}/${name}`);
}

/** A bus is named by its name or its ARN. */
export function busNameOf(nameOrArn: unknown = defaultBus): string {
  return String(nameOrArn).replace(/^arn:.*:event-bus\//, '');
}
