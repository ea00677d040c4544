// Written by `npm run openapi` from the schemas of the events. Changes here are lost.

/** The provider took the message */
export type EmailSent = {
  type: 'email.sent';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
  };
};

/** The provider tries again later */
export type EmailDeliveryDelayed = {
  type: 'email.delivery_delayed';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
  };
};

/** The receiving server took the message */
export type EmailDelivered = {
  type: 'email.delivered';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
  };
};

/** Opened, by a person unless `machine` says otherwise */
export type EmailOpened = {
  type: 'email.opened';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    userAgent?: string;
    ip?: string;
    /** Whether a program, not a person, probably opened or clicked */
    machine?: {
      likely: boolean;
      /** What says so */
      rule: string;
    };
  };
};

/** A link was clicked */
export type EmailClicked = {
  type: 'email.clicked';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    userAgent?: string;
    ip?: string;
    /** Whether a program, not a person, probably opened or clicked */
    machine?: {
      likely: boolean;
      /** What says so */
      rule: string;
    };
    url?: string;
  };
};

/** The receiving server refused the message for good */
export type EmailBounced = {
  type: 'email.bounced';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
  };
};

/** Refused for now, such as by a full mailbox */
export type EmailSoftBounced = {
  type: 'email.soft_bounced';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
    /** The provider reports out-of-office replies in the same way */
    mayBeAutomaticReply?: true;
  };
};

/** Not sent, because of the address */
export type EmailSuppressed = {
  type: 'email.suppressed';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
  };
};

/** Not sent, because of the message */
export type EmailFailed = {
  type: 'email.failed';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** The provider's own class of the failure */
    reason?: string;
    /** The answer of the receiving server */
    diagnostic?: string;
    /** Enhanced status code, such as 5.1.1 */
    smtpStatus?: string;
  };
};

/** The recipient called it spam */
export type EmailComplained = {
  type: 'email.complained';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    reason?: string;
  };
};

/** The recipient wants no more mail */
export type EmailUnsubscribed = {
  type: 'email.unsubscribed';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** `*` for all mail, or the stream, group or list */
    scope: string;
  };
};

/** The recipient wants mail again */
export type EmailResubscribed = {
  type: 'email.resubscribed';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    /** `*` for all mail, or the stream, group or list */
    scope: string;
  };
};

/** Something that this version does not know; see `providerType` */
export type EmailUnknown = {
  type: 'email.unknown';
  /** The same as `data.occurredAt` */
  timestamp: string;
  data: {
    /** The same for every delivery of this event, on the bus and by webhook: skip ids you know */
    id: string;
    /** The name of the provider, or of a source of yours */
    provider: string;
    /** The provider's own id of the event, or a digest where it gives none */
    eventId: string;
    /** The provider's own name for what happened */
    providerType: string;
    /** As the send API of the provider returned it */
    messageId: string;
    /** Absent when the provider does not name one */
    recipient?: string;
    /** The provider's own time of the event, in UTC */
    occurredAt: string;
    /** When Mailfold accepted it */
    receivedAt: string;
    /**
     * Sorts: of all events about a message and recipient, the greatest decides its status. Absent when the
     * event does not set the status
     */
    precedence?: string;
    stream?: string;
    tags?: string[];
    template?: string;
    templateVersion?: string;
    sendingDomain?: string;
    ipPool?: string;
    /** When the provider took the message */
    sentAt?: string;
    /** Custom arguments of the send */
    metadata?: Record<string, string>;
    reason?: string;
  };
};

/** Sent by `mailfold webhooks test`; it is about no message */
export type WebhookTest = {
  type: 'webhook.test';
  timestamp: string;
  data: {
    id: string;
    /** The name of the endpoint */
    endpoint: string;
  };
};

/** An event of mail. Programs tell them apart by `type`. */
export type MailfoldEvent =
  | EmailSent
  | EmailDeliveryDelayed
  | EmailDelivered
  | EmailOpened
  | EmailClicked
  | EmailBounced
  | EmailSoftBounced
  | EmailSuppressed
  | EmailFailed
  | EmailComplained
  | EmailUnsubscribed
  | EmailResubscribed
  | EmailUnknown;

/** What a webhook can contain. */
export type MailfoldWebhook = MailfoldEvent | WebhookTest;
