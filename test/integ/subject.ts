import type { Settings } from '../../lib/settings.ts';

/** A stack to try: on AWS, or on this machine. The steps know no difference. */
export type Subject = {
  readonly stackName: string;
  /** The settings file that it is deployed from. */
  readonly config: string;
  /** The options by which the command line and the AWS clients find its account. */
  readonly account: { readonly profile?: string; readonly region?: string };
  deploy(): Promise<void>;
  destroy(): Promise<void>;
  /** What exists of it after it was destroyed, a line each. */
  leftovers(): Promise<string[]>;
};

/** Short times, so that a dead letter takes a minute and not half an hour; and nothing that stays. */
export const integSettings = {
  providers: ['sendgrid', 'ses'],
  removalPolicy: 'destroy',
  logRetentionDays: 1,
  consumerTimeoutSeconds: 10,
  maxDeliveries: 1,
} as const satisfies Settings;

/** A settings file with one stage, without one of its settings if a name is given. */
export function settingsFile(stackName: string, without?: keyof typeof integSettings): string {
  const settings = Object.entries(integSettings).filter(([name]) => name !== without);
  // A stage of its own for each run, so that two of them do not take each other for the stack under an earlier name.
  const stages = { [stackName.toLowerCase()]: { stackName, settings: Object.fromEntries(settings) } };
  return `export default ${JSON.stringify(stages, null, 2)};\n`;
}
