import type { MachineVerdict } from '../core/email-event.ts';

/**
 * What fetches pictures and follows links without a person. The first that matches decides, and its name is kept with
 * the verdict, so that a count can be explained and a rule taken back.
 */
const rules: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  // Apple's Mail Privacy Protection loads every picture through a proxy that says no more of itself than this.
  { rule: 'bare user agent, as of Apple Mail Privacy Protection', pattern: /^Mozilla\/5\.0$/ },
  { rule: 'user agent of a mail proxy', pattern: /GoogleImageProxy|YahooMailProxy|ggpht\.com/i },
  {
    rule: 'user agent of a security scanner',
    pattern: /barracuda|proofpoint|mimecast|safelinks|symantec|ironport|trendmicro/i,
  },
  {
    rule: 'user agent of a program',
    pattern: /bot\b|crawler|spider|headless|python-requests|curl\/|wget\/|go-http-client|okhttp|\bjava\//i,
  },
];

/** The provider's own word first; without one, what the user agent gives away. Undefined when neither says anything. */
export function machineVerdict(
  given: MachineVerdict | undefined,
  userAgent: string | undefined,
): MachineVerdict | undefined {
  if (given || userAgent === undefined) return given;
  const found = rules.find(({ pattern }) => pattern.test(userAgent.trim()));
  return found && { likely: true, rule: found.rule };
}
