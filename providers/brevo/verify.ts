import { credentialsVerifier } from '../credentials.ts';

/** Brevo does not sign requests. It sends the user and password of the URL, or the token of the webhook. */
export const brevo = credentialsVerifier('brevo', 'basic', 'bearer');
