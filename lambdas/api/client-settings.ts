/** The caller waits, so a service that does not answer must become an error within seconds. */
export const clientSettings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};
