export const region = 'us-east-1';
export const account = '000000000000';

/** The emulators require a signature, but do not check it. */
export const fakeCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** For any client of the SDK. */
export function clientSettings(endpoint: string) {
  return { endpoint, region, credentials: fakeCredentials };
}
