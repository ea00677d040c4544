import type { Random } from '../storm/random.ts';

/** A recipient, and what becomes of mail to the mailbox. */
export type Person = {
  readonly address: string;
  /** The mailbox no longer exists. */
  readonly isGone: boolean;
  /** Mail is refused for the moment with this probability. */
  readonly full: number;
  /** A program of the mailbox provider opens the mail with this probability. */
  readonly openedByMachine: number;
};

const firstNames =
  'ana ben cara dev eva finn gina hugo iris jan kim lena max nora omar pia rosa sam tess uli vera yan zoe';
const lastNames =
  'adler bauer costa dias ek fox gray hart ito jensen khan lopez meyer novak ortiz park quist reyes silva';
const firsts = firstNames.split(' ');
const lasts = lastNames.split(' ');

const mailboxes = [
  { weight: 40, domains: ['gmail.com'], full: 0.004, openedByMachine: 0.06 },
  { weight: 17, domains: ['outlook.com', 'hotmail.com'], full: 0.012, openedByMachine: 0.03 },
  { weight: 8, domains: ['yahoo.com', 'aol.com'], full: 0.02, openedByMachine: 0.02 },
  { weight: 13, domains: ['icloud.com'], full: 0.003, openedByMachine: 0.62 },
  {
    weight: 22,
    domains: ['initech.example', 'hooli.example', 'umbrella.example', 'stark.example', 'wayne.example'],
    full: 0.008,
    openedByMachine: 0.1,
  },
];

/** Their addresses say that they are invented. */
export function somebody(number: number, random: Random): Person {
  const { domains, full, openedByMachine } = random.pickByWeight(mailboxes);
  const name = `${random.pick(firsts)}.${random.pick(lasts)}.seed${number}`;
  return {
    address: `${name}@${random.pick(domains)}`,
    isGone: random.happens(0.012),
    full,
    openedByMachine,
  };
}
