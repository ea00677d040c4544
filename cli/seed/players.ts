import type { EmailEvent } from '../../core/email-event.ts';
import { exampleProvider, manifests, topicProvider } from '../../providers/manifests.ts';
import { tellsOf } from '../../providers/tells.ts';
import { type Actor, normalizedBy } from '../normalized-by.ts';
import { actorsFor } from '../storm/actors.ts';
import type { SeededMessage } from './history.ts';
import type { Mailing } from './mailings.ts';

export type Players = Readonly<Record<Mailing['player'], Actor>>;

/** The providers of the invented history, chosen by what they tell. */
export async function seedPlayers(): Promise<Players> {
  const names = {
    example: exampleProvider,
    topic: topicProvider.name,
    tellsTemplate:
      manifests.find(({ name }) => tellsOf(name)?.template === 'always')?.name ?? exampleProvider,
  };
  const actors = await actorsFor(Object.values(names));
  const playing = (name: string): Actor => {
    const actor = actors.find(({ provider }) => provider === name);
    if (!actor) throw new Error(`expected a simulator for ${name}, found none`);
    return actor;
  };
  return {
    example: playing(names.example),
    topic: playing(names.topic),
    tellsTemplate: playing(names.tellsTemplate),
  };
}

/** The events of some messages, as the providers would report them and the consumer would read them. */
export function eventsOf(messages: readonly SeededMessage[], players: Players): EmailEvent[] {
  return Object.entries(players).flatMap(([player, actor]) => {
    const { kinds, payloadsOf } = actor.simulator;
    const told = messages
      .filter((message) => message.player === player)
      .flatMap(({ events }) => events)
      // Not every provider knows which opens come from programs.
      .map((event) =>
        kinds.includes(event.kind) ? event : { ...event, kind: event.kind.replace('machine_', '') },
      )
      .filter(({ kind }) => kinds.includes(kind));
    return payloadsOf(told).flatMap((payload) => normalizedBy(actor, payload).events);
  });
}
