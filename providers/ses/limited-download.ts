import https from 'node:https';

/** SNS certificates have about 2 KB. */
const maxBytes = 65_536;
const timeoutMillis = 5_000;

/** SNS has no certificate at this URL. A sender who invents URLs must not look like trouble on our side. */
export class NoSuchCertificate extends Error {
  override readonly name = 'NoSuchCertificate';
}

type Get = typeof https.get;
type OnResponse = NonNullable<Parameters<Get>[2]>;

/**
 * Runs `start`, whose one download must be of this URL, within limits of time and size. sns-validator downloads with
 * `https.get`, without any limit, and has no option for it. It does so before `start` returns, so nobody else sees the
 * function that is in its place meanwhile.
 */
export function withLimitedDownload(url: string, start: () => void, fail: (error: Error) => void): void {
  const { get } = https;
  const limited = (requested: string, onResponse: OnResponse) => {
    if (requested !== url)
      throw new Error('ses: expected a download of the URL that was checked, found a different URL');
    return limitedGet(get, url, onResponse, fail);
  };
  https.get = limited as unknown as Get;
  try {
    start();
  } finally {
    https.get = get;
  }
}

function limitedGet(get: Get, url: string, onResponse: OnResponse, fail: (error: Error) => void) {
  const stop = new AbortController();
  const end = (error: Error) => {
    clearTimeout(timer);
    // First the reason, because the abort reports an error of its own.
    fail(error);
    stop.abort();
  };
  const timer = setTimeout(
    () => end(new Error('ses: expected the signing certificate within 5 s, found no answer')),
    timeoutMillis,
  );
  const request = get(url, { signal: stop.signal }, (response) => {
    const { statusCode = 0 } = response;
    if (isRefusal(statusCode)) return end(new NoSuchCertificate(`SNS answered ${statusCode}`));
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes)
        end(new Error(`ses: expected a certificate of at most ${maxBytes} bytes, found more`));
    });
    response.on('error', end);
    response.on('end', () => clearTimeout(timer));
    onResponse(response);
    // sns-validator does not read the body of any other answer, which would keep the connection open.
    if (statusCode !== 200) response.resume();
  });
  return request.on('error', () => clearTimeout(timer));
}

/** A 4xx that trying again does not change. */
function isRefusal(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
}
