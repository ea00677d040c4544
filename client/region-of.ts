import { isLocal } from './credentials.ts';
import { environment } from './environment.ts';

/** The region in a URL such as https://abc123.execute-api.eu-west-1.amazonaws.com, or else that of the environment. */
export function regionOf(url: URL): string {
  const [, region] = /\.execute-api\.([a-z0-9-]+)\./.exec(url.hostname) ?? [];
  const { AWS_REGION, AWS_DEFAULT_REGION } = environment();
  const found = region ?? AWS_REGION ?? AWS_DEFAULT_REGION ?? (isLocal(url) ? 'us-east-1' : undefined);
  if (found === undefined)
    throw new TypeError(
      'no AWS region: pass `region`, set AWS_REGION, or use the execute-api URL of the stack as `url`',
    );
  return found;
}
