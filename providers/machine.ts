import type { MachineVerdict } from '../core/email-event.ts';

/**
 * Rules for programs that load images and follow links without a person. The first match decides. The name of the rule is
 * stored with the verdict, so that a count can be explained, and corrected if a rule turns out wrong.
 */
const rules: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  // Apple's Mail Privacy Protection loads every image through a proxy with exactly this user agent.
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

/** The provider's own verdict or, without one, a verdict from the user agent. Undefined when neither says anything. */
export function machineVerdict(
  given: MachineVerdict | undefined,
  userAgent: string | undefined,
): MachineVerdict | undefined {
  if (given || userAgent === undefined) return given;
  const found = rules.find(({ pattern }) => pattern.test(userAgent.trim()));
  return found && { likely: true, rule: found.rule };
}
