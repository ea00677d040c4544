import { credentialsVerifier } from '../credentials.ts';

/** Postmark does not sign requests. It only sends the user name and password that the operator gave it. */
export const postmark = credentialsVerifier('postmark', 'basic');
