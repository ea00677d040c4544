import type { Rates, SendCounts } from '../client/api.ts';

// The types of the API, as the client has them. Nothing of it is in the console's bundle.
export type * from '../client/api.ts';

export type CountName = keyof SendCounts;
export type RateName = keyof Rates;
