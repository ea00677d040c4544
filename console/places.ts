import type { IconName } from './ui/icon.tsx';

export type Place = {
  /** The first part of the path. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The key that goes there after `g`. */
  readonly key?: string;
};

export const home = { name: '', title: 'Home', icon: 'home', key: 'o' } as const satisfies Place;

/** In the order of the navigation. */
export const places = [
  home,
  { name: 'suppressions', title: 'Suppressions', icon: 'shield', key: 's' },
  { name: 'deliverability', title: 'Deliverability', icon: 'chart', key: 'd' },
  { name: 'watch', title: 'Live', icon: 'pulse', key: 'l' },
  { name: 'dead-letters', title: 'Dead letters', icon: 'inbox', key: 'x' },
  { name: 'health', title: 'Health', icon: 'heart', key: 'h' },
  { name: 'set-up', title: 'Set-up', icon: 'plug', key: 'u' },
] as const satisfies readonly Place[];

/** Places that the navigation does not list. */
const others = [
  { name: 'messages', title: 'Message', icon: 'mail' },
  { name: 'addresses', title: 'Address', icon: 'at' },
  { name: 'check', title: 'Several addresses', icon: 'at' },
  { name: 'search', title: 'Search', icon: 'search' },
] as const satisfies readonly Place[];

const nowhere = { name: '404', title: 'Not found', icon: 'search' } as const satisfies Place;

export type PlaceName =
  | (typeof places)[number]['name']
  | (typeof others)[number]['name']
  | (typeof nowhere)['name'];
export type NamedPlace = Place & { readonly name: PlaceName };

/** Pages about one thing, which the path names. */
const aboutOne: readonly PlaceName[] = ['messages', 'addresses'];

export function placeOf(pathname: string): NamedPlace {
  const [, name = '', ...rest] = pathname.split('/');
  if (aboutOne.some((each) => each === name) && rest.join('') === '') return nowhere;
  return [...places, ...others].find((place) => place.name === name) ?? nowhere;
}
