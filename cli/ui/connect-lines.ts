import type { ApiCall, Connection } from '../../providers/connection.ts';
import type { TestOutcome } from '../connect/test-webhook.ts';
import { paint, type Terminal } from './terminal.ts';
import { plain, wrapped } from './text.ts';

/** A call and what it does; with its body, for a person who wants to see what would be sent. */
export function callLines(
  call: ApiCall,
  does: string,
  { masked, withBody }: { masked: (text: string) => string; withBody: boolean },
  terminal: Terminal,
): string[] {
  return [
    `${paint('bold', `${call.method} ${masked(call.path)}`, terminal)}  ${paint('dim', does, terminal)}`,
    ...(withBody ? wrapped(plain(masked(bodyIn(call))), '  ') : []),
  ];
}

function bodyIn({ json, form }: ApiCall): string {
  if (form) return form.map(([name, value]) => `${name}=${value}`).join('&');
  return json === undefined ? '' : JSON.stringify(json);
}

export function testLines(
  outcome: TestOutcome,
  { orTestBy }: Connection,
  watch: string,
  terminal: Terminal,
): string[] {
  switch (outcome.type) {
    case 'not-sent': {
      const why = outcome.said === undefined ? '' : ` (the test was answered with ${plain(outcome.said)})`;
      return [`To see an event, ${orTestBy}${why}; meanwhile, run \`${watch}\`.`];
    }
    case 'answered':
      return outcome.isGood
        ? [paint('green', 'The provider’s test was accepted.', terminal)]
        : [paint('red', 'The provider’s test was not accepted.', terminal), `Look for the reason: ${watch}`];
    case 'not-seen':
      return [paint('red', 'The test event did not arrive.', terminal), `Wait for it: ${watch}`];
    case 'seen':
      return seenLines(outcome, watch, terminal);
  }
}

function seenLines(
  { seen, isGood }: Extract<TestOutcome, { type: 'seen' }>,
  watch: string,
  terminal: Terminal,
): string[] {
  if (seen.valid)
    return [
      `${paint('green', 'The test event arrived', terminal)}: ${seen.event.type}, message ${plain(seen.event.messageId)}`,
    ];
  return isGood
    ? [
        paint('green', 'The test event arrived.', terminal),
        'It had no signature and was refused, as it should be: the provider signs events, not its test.',
      ]
    : [
        paint('red', `The test event was refused: ${plain(seen.reason)}.`, terminal),
        `Look for the reason: ${watch}`,
      ];
}
