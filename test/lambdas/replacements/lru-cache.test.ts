import { EndpointCache } from '@aws-sdk/endpoint-cache';
import { describe, expect, it } from 'vitest';
import LruCache from '../../../lambdas/replacements/lru-cache.ts';

describe('the cache that replaces the one of the SDK', () => {
  it('has every method that the SDK calls, and does what they say', () => {
    const cache = new EndpointCache(10);
    // The class under test in the place of the one that the SDK made.
    Object.assign(cache, { cache: new LruCache(10) });
    expect(cache.getEndpoint('key')).toBeUndefined();
    cache.set('key', [{ Address: 'dynamodb.example.com', CachePeriodInMinutes: 1 }]);
    expect([cache.has('key'), cache.getEndpoint('key')]).toEqual([true, 'dynamodb.example.com']);
    cache.delete('key');
    expect(cache.getEndpoint('key')).toBeUndefined();
    cache.set('key', [{ Address: 'dynamodb.example.com', CachePeriodInMinutes: 1 }]);
    cache.clear();
    expect(cache.has('key')).toBe(false);
  });
});
