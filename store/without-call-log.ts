/**
 * Removes the SDK's logging. For every call the SDK copies the whole request for a log line, even without a logger, which
 * takes a tenth of the time of a large call.
 */
export function withoutCallLog<Client extends { middlewareStack: { remove(name: string): boolean } }>(
  client: Client,
): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}
