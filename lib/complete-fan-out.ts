import { announcedTypes } from '../core/announced-types.ts';
import type { WebhookEndpoint } from '../core/webhook-endpoint.ts';
import { refusalOfUrl } from '../fanout/target-url.ts';
import { BadSetting } from './bad-setting.ts';
import type { FanOutProps } from './fan-out-props.ts';

/** The props of the fan-out with every default filled in. */
export type CompleteFanOut = {
  readonly eventBus: boolean;
  readonly webhooks: readonly WebhookEndpoint[];
  readonly privateHosts: readonly string[];
};

const mostEndpoints = 10;
/** Lambda's limit for all variables of a function is 4 KB. The URL of a queue has up to 150 characters. */
const mostVariableBytes = 3_500;
const queueUrlBytes = 150;

/** Undefined when nobody is told. Throws when an endpoint is not one that can be posted to. */
export function completeFanOut(props: FanOutProps): CompleteFanOut | undefined {
  const { eventBus = false, webhooks = [], webhookPrivateHosts: privateHosts = [] } = props;
  if (!eventBus && webhooks.length === 0) return undefined;
  checkNames(webhooks.map(({ name }) => name));
  for (const { name, url, types } of webhooks) {
    const refusal = refusalOfUrl(url, privateHosts);
    if (refusal) throw new BadSetting(`webhooks: ${name}: ${refusal}`);
    checkTypes(name, types);
  }
  const bytes =
    JSON.stringify(webhooks).length + webhooks.length * queueUrlBytes + privateHosts.join().length;
  if (bytes > mostVariableBytes)
    throw new BadSetting(
      `webhooks: expected shorter or fewer endpoints, found ${bytes} bytes of ${mostVariableBytes} with the URLs of their queues; use eventBus for more listeners`,
    );
  return { eventBus, webhooks, privateHosts };
}

function checkNames(names: readonly string[]): void {
  if (names.length > mostEndpoints)
    throw new BadSetting(
      `webhooks: expected up to ${mostEndpoints} endpoints, found ${names.length}; use eventBus for more listeners`,
    );
  for (const name of names) {
    if (!/^[a-z][a-z0-9-]{0,29}$/.test(name))
      throw new BadSetting(
        `webhooks: expected a name that begins with a lower-case letter and has up to 30 lower-case letters, digits and hyphens, found "${name}"`,
      );
    if (names.indexOf(name) !== names.lastIndexOf(name))
      throw new BadSetting(`webhooks: expected each name once, found "${name}" twice`);
  }
}

function checkTypes(name: string, types: WebhookEndpoint['types']): void {
  if (types === undefined) return;
  const unknown = types.find((type) => !announcedTypes.includes(type));
  if (types.length === 0 || unknown !== undefined)
    throw new BadSetting(
      `webhooks: ${name}: expected types to be some of ${announcedTypes.join(', ')}, found ${unknown === undefined ? 'none; leave types out for all' : `"${unknown}"`}`,
    );
}
