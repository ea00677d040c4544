export type MailboxProvider = 'gmail' | 'outlook' | 'yahoo' | 'apple' | 'other';

const domains: Readonly<Record<string, MailboxProvider>> = {
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
};

/** Services that have the same name in many countries: hotmail.de, live.com.mx, yahoo.co.uk. */
const names: Readonly<Record<string, MailboxProvider>> = {
  outlook: 'outlook',
  hotmail: 'outlook',
  live: 'outlook',
  yahoo: 'yahoo',
};

/** Whose mailbox it is, as far as its domain tells. A company's domain is `other`, whoever runs its mail. */
export function mailboxProviderOf(domain: string): MailboxProvider {
  const known = domains[domain];
  if (known) return known;
  const [name = '', ...ending] = domain.split('.');
  const isCountry = ending.length > 0 && ending.length <= 2 && ending.every((part) => part.length <= 3);
  return (isCountry && Object.hasOwn(names, name) && names[name]) || 'other';
}

/** Whether the domain has too many mailboxes to lead to one person. */
export function isCommonDomain(domain: string): boolean {
  return mailboxProviderOf(domain) !== 'other';
}
