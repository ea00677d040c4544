import { credentialsVerifier } from '../credentials.ts';

/** Mailjet does not sign requests. The user and password in the URL of the webhook come as `Authorization: Basic`. */
export const mailjet = credentialsVerifier('mailjet', 'basic');
