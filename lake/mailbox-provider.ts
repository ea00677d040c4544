export type MailboxProvider = 'gmail' | 'outlook' | 'yahoo' | 'apple' | 'other';

const domains: ReadonlyMap<string, MailboxProvider> = new Map(
  Object.entries({
    'gmail.com': 'gmail',
    'googlemail.com': 'gmail',
    'msn.com': 'outlook',
    'passport.com': 'outlook',
    'ymail.com': 'yahoo',
    'rocketmail.com': 'yahoo',
    'aol.com': 'yahoo',
    'aim.com': 'yahoo',
    'verizon.net': 'yahoo',
    'icloud.com': 'apple',
    'me.com': 'apple',
    'mac.com': 'apple',
    'privaterelay.appleid.com': 'apple',
  } as const),
);

/** Services that have the same name in many countries: hotmail.de, live.com.mx, yahoo.co.uk. */
const names: ReadonlyMap<string, MailboxProvider> = new Map(
  Object.entries({
    outlook: 'outlook',
    hotmail: 'outlook',
    live: 'outlook',
    yahoo: 'yahoo',
  } as const),
);

/** Whose mailbox it is, as far as its domain tells. A company's domain is `other`, whoever runs its mail. */
export function mailboxProviderOf(domain: string): MailboxProvider {
  const known = domains.get(domain);
  if (known) return known;
  const named = names.get(domain.slice(0, Math.max(0, domain.indexOf('.'))));
  return named !== undefined && countryEnding.test(domain) ? named : 'other';
}

/** `.de`, `.com.mx`, `.co.uk` */
const countryEnding = /^[^.]+(?:\.[^.]{1,3}){1,2}$/;

/** Whether the domain has too many mailboxes to lead to one person. */
export function isCommonDomain(domain: string): boolean {
  return mailboxProviderOf(domain) !== 'other';
}
