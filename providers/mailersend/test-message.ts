/** What MailerSend posts to a new or changed URL. Without an answer of 2xx, the webhook is not saved. */
export const testType = 'webhook.test';

/** Signs that message and nothing else: it is in the documentation, so everybody knows it. */
export const testSecret = 'test_Am3L1GuOIc4blLUuHqAPxxwkZaJyEk8G';
