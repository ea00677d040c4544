export type EmailEvent = { id: string };
