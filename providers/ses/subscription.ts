import { isObject, type JsonObject, listOf, stringOf } from '../json.ts';

type Change = { type: 'unsubscribe' | 'resubscribe'; scope: string } | { type: 'unknown' };

/** One change per topic that the recipient left or joined. Leaving the whole list is one change. */
export function subscriptionChanges(subscription: JsonObject): Change[] {
  const list = stringOf(subscription['contactList']) ?? 'contacts';
  const before = preferencesIn(subscription['oldTopicPreferences']);
  const after = preferencesIn(subscription['newTopicPreferences']);
  if (before.all !== after.all) return [{ type: after.all ? 'unsubscribe' : 'resubscribe', scope: list }];
  const changes = [...after.topics].flatMap(([topic, optedIn]): Change[] => {
    if (optedIn === (before.topics.get(topic) ?? optedIn)) return [];
    return [{ type: optedIn ? 'resubscribe' : 'unsubscribe', scope: `${list}/${topic}` }];
  });
  return changes.length > 0 ? changes : [{ type: 'unknown' }];
}

function preferencesIn(value: unknown): { all: boolean; topics: Map<string, boolean> } {
  const preferences = isObject(value) ? value : {};
  const topics = listOf(preferences['topicSubscriptionStatus']).filter(isObject);
  return {
    all: preferences['unsubscribeAll'] === true,
    topics: new Map(
      topics.map((topic) => [stringOf(topic['topicName']) ?? '', topic['subscriptionStatus'] === 'OptIn']),
    ),
  };
}
