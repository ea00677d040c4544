import type { AwsService } from './aws-service.ts';
import type { Identity } from './identity.ts';
import type { Resolve } from './intrinsics.ts';
import type { LocalStackOptions } from './options.ts';
import type { Statement } from './permissions.ts';

/**
 * Runs the resources of one type, or of a few types that belong together. A new type takes one runner in
 * local/runners/ and one line in local/runners.ts.
 */
export type Runner<Running = unknown> = {
  /** CloudFormation's names: `AWS::SQS::Queue`. */
  readonly types: readonly string[];
  /** Names of files and folders in the data folder, which a fresh start deletes. Omit when nothing is kept there. */
  readonly keeps?: readonly string[];
  /** Called before anything starts, since resources refer to each other in any order. Omit for a generated name. */
  identify?(resource: TemplateResource, host: Host): Identity;
  /**
   * Called once for all resources of these types, even when there are none, after the runners that come earlier in
   * the list. Later runners get what it returns from `run.started`.
   */
  start(resources: readonly LocalResource[], run: Run): Promise<Running>;
};

/** What is known before the resources are. */
export type Host = {
  /** Where the AWS endpoint of this stack listens. */
  readonly awsEndpoint: string;
  readonly options: LocalStackOptions;
};

export type TemplateResource = {
  readonly logicalId: string;
  readonly type: string;
  /** `<stack>-<logical id>`, for a resource without a name in the template. */
  readonly generatedName: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** One resolved property. Others may refer to what a local run does not have, so each is resolved alone. */
  property<T>(name: string): T | undefined;
};

export type LocalResource = TemplateResource & Pick<Identity, 'name' | 'arn' | 'ref'>;

/** The resources of the template, once each has its identity. */
export type Resources = {
  readonly resolve: Resolve;
  /** From now on, the AWS address is replaced by the local one wherever a property contains it. */
  localize(awsAddress: string, localAddress: string): void;
  /** The types of the resources that a local run leaves out. */
  readonly ignored: readonly string[];
  ofType(...types: readonly string[]): LocalResource[];
  /** By construct path or logical id: `EventQueueDeadLetters` finds EventQueueDeadLetters1A2B3C4D. */
  find(prefix: string, ...types: readonly string[]): LocalResource;
};

/** What a runner can use. */
export type Run = Host & {
  readonly assemblyDir: string;
  readonly resources: Resources;
  /** What a runner that comes earlier in the list has started. */
  started<Running>(runner: Runner<Running>): Running;
  /** Adds a service to the AWS endpoint. */
  serve(service: AwsService): void;
  /** Limits the caller with this access key to what the statements allow. */
  limit(accessKeyId: string, statements: readonly Statement[]): void;
  /** Runs the steps when the stack stops or cannot start, the latest first. */
  onStop(step: () => unknown): void;
};
