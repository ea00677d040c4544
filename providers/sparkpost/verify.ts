import { credentialsVerifier } from '../credentials.ts';

/** SparkPost does not sign requests. It sends the user and password, or the OAuth token, that the operator gave it. */
export const sparkpost = credentialsVerifier('sparkpost', 'basic', 'bearer');
