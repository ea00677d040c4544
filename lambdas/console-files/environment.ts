/** The variables that the function with the console's files reads. lib/hosted-console.ts sets them. */
export const filesVariables = [
  /** Where people sign in: a `SignIn`, as JSON. */
  'SIGN_IN',
] as const;

export type FilesEnvironment = Record<(typeof filesVariables)[number], string>;

/** Where people sign in, and as which client. None of it is secret: the page reads it before anybody has signed in. */
export type SignIn = {
  readonly issuer: string;
  readonly clientId: string;
  /** The scope that an access token must have. */
  readonly scope: string;
  /** Other origins that the page asks while somebody signs in. */
  readonly origins: readonly string[];
};
