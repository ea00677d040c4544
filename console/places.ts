import type { ComponentType } from 'preact';
import type { IconName } from './ui/icon.tsx';

export type Place = {
  /** The first part of the path. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The key that goes there after `g`. */
  readonly key?: string;
  readonly load: () => Promise<{ default: ComponentType }>;
};

export const home: Place = {
  name: '',
  title: 'Home',
  icon: 'home',
  key: 'o',
  load: () => import('./pages/home.tsx'),
};

/** In the order of the navigation. */
export const places: readonly Place[] = [
  home,
  {
    name: 'suppressions',
    title: 'Suppressions',
    icon: 'shield',
    key: 's',
    load: () => import('./pages/suppressions.tsx'),
  },
  {
    name: 'deliverability',
    title: 'Deliverability',
    icon: 'chart',
    key: 'd',
    load: () => import('./pages/deliverability.tsx'),
  },
  { name: 'watch', title: 'Live', icon: 'pulse', key: 'l', load: () => import('./pages/live.tsx') },
  {
    name: 'dead-letters',
    title: 'Dead letters',
    icon: 'inbox',
    key: 'x',
    load: () => import('./pages/dead-letters.tsx'),
  },
  { name: 'health', title: 'Health', icon: 'heart', key: 'h', load: () => import('./pages/health.tsx') },
  { name: 'set-up', title: 'Set-up', icon: 'plug', key: 'u', load: () => import('./pages/set-up.tsx') },
];

/** Places that the navigation does not list. */
const others: readonly Place[] = [
  { name: 'messages', title: 'Message', icon: 'mail', load: () => import('./pages/message.tsx') },
  { name: 'addresses', title: 'Address', icon: 'at', load: () => import('./pages/address.tsx') },
  { name: 'check', title: 'Several addresses', icon: 'at', load: () => import('./pages/check.tsx') },
  { name: 'search', title: 'Search', icon: 'search', load: () => import('./pages/search.tsx') },
];

const nowhere: Place = {
  name: '404',
  title: 'Not found',
  icon: 'search',
  load: () => import('./pages/not-found.tsx'),
};

export function placeOf(pathname: string): Place {
  const name = pathname.split('/')[1] ?? '';
  return [...places, ...others].find((place) => place.name === name) ?? nowhere;
}

export function messagePath(messageId: string): string {
  return `/messages/${encodeURIComponent(messageId)}`;
}

export function addressPath(address: string): string {
  // An @ is allowed in a path, and is easier to read than %40.
  return `/addresses/${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
