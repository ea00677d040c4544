import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, Metric, type MetricProps, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as Lambda, type Version } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { failures, namespace } from '../lambdas/metrics.ts';

/** How a new version of a function takes over. */
export type Rollout = 'all-at-once' | 'canary';

export interface CanaryRolloutProps {
  /** The beginning of the alarms' names. */
  readonly mailfoldName: string;
}

const aliasName = 'live';

/**
 * Gives a tenth of the events to the new version of each function, and the rest five minutes later. If the new version fails in
 * between, CodeDeploy goes back to the version before, and the deployment of the stack fails.
 */
export class CanaryRollout extends Construct {
  private readonly mailfoldName: string;
  private readonly application: LambdaApplication;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: CanaryRolloutProps) {
    super(scope, id);
    this.mailfoldName = props.mailfoldName;
    this.application = new LambdaApplication(this, 'Application');
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'AWSCodeDeployRoleForLambdaLimited is the role that AWS documents for this, and the narrowest of the two. What CodeDeploy needs may change, and a role that lacks a right would stop every deployment.',
    });
  }

  /**
   * The alias that callers of the function use. `title` tells the alarms of this function apart from the others. `countsFailures`: it
   * answers although something failed, which Lambda does not count as an error.
   */
  aliasOf(lambda: Lambda, { title, countsFailures }: { title: string; countsFailures: boolean }): Alias {
    const version = lambda.currentVersion;
    const alias = new Alias(lambda, 'Live', { aliasName, version });
    const crashes = this.crashesOf(lambda, version, title);
    new LambdaDeploymentGroup(lambda, 'Rollout', {
      application: this.application,
      role: this.role,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: countsFailures ? [crashes, this.failuresOf(lambda, version, title)] : [crashes],
      autoRollback: { failedDeployment: true, deploymentInAlarm: true },
    });
    return alias;
  }

  /**
   * Looks at the new version alone, and is another alarm for each version: while an alarm is raised, CodeDeploy starts nothing, and a
   * version that fails could not be replaced by one that does not.
   */
  private crashesOf(lambda: Lambda, { version }: Version, title: string): Alarm {
    return this.alarmOn(lambda, 'RolloutAlarm', `${title}, version ${version}`, {
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      dimensionsMap: {
        FunctionName: lambda.functionName,
        Resource: `${lambda.functionName}:${aliasName}`,
        ExecutedVersion: version,
      },
    });
  }

  /** A 5xx that the function gives itself, and writes that failed: no crash, so that the message or request is not lost. */
  private failuresOf(lambda: Lambda, { version }: Version, title: string): Alarm {
    const [name, versionName] = failures.by;
    return this.alarmOn(lambda, 'RolloutFailures', `failures of ${title}, version ${version}`, {
      namespace,
      metricName: failures.metric,
      dimensionsMap: { [name]: lambda.functionName, [versionName]: version },
    });
  }

  private alarmOn(
    lambda: Lambda,
    id: string,
    what: string,
    metric: Pick<MetricProps, 'namespace' | 'metricName' | 'dimensionsMap'>,
  ): Alarm {
    return new Alarm(lambda, id, {
      // Not the prefix of the other alarms: `doctor` lists those.
      alarmName: `${this.mailfoldName} (rollout): ${what}`,
      alarmDescription: 'Announces nothing; makes CodeDeploy go back to the version before.',
      metric: new Metric({ ...metric, statistic: 'Sum', period: Duration.minutes(1) }),
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
