import type { ForgettingStore } from '../app/ports/forgetting.ts';
import { forgettingStore } from '../store/forgetting-store.ts';
import { ownKeyReader, suppressionSettings, tablesOf } from './ports.ts';
import type { Target } from './target.ts';

export function forgettingStoreOf(target: Target, onRead: (rows: number) => void): ForgettingStore {
  return forgettingStore({
    client: target.dynamoDb,
    tables: tablesOf(target),
    settings: suppressionSettings(target),
    ownKey: ownKeyReader(target),
    now: () => new Date(),
    onRead,
  });
}
