import type { Pages } from './state/router.ts';

/** Each page is loaded when somebody goes there. Apart from the places, because pages know those. */
export const pages: Pages = {
  '': () => import('./pages/home.tsx'),
  suppressions: () => import('./pages/suppressions.tsx'),
  deliverability: () => import('./pages/deliverability.tsx'),
  watch: () => import('./pages/live.tsx'),
  'dead-letters': () => import('./pages/dead-letters.tsx'),
  health: () => import('./pages/health.tsx'),
  'set-up': () => import('./pages/set-up.tsx'),
  messages: () => import('./pages/message.tsx'),
  addresses: () => import('./pages/address.tsx'),
  check: () => import('./pages/check.tsx'),
  search: () => import('./pages/search.tsx'),
  '404': () => import('./pages/not-found.tsx'),
};
