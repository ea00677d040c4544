export { account, region } from './intrinsics.ts';

/** The emulators ask for a signature and do not check it. */
export const fakeCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };
