import { Aws, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AlarmPlan, AlarmsProps } from './alarm-plan.ts';
import { alarmPlans } from './alarm-plans.ts';

/** Creates all alarms. Each alarm has a heading of the same name in docs/runbook.md. */
export class Alarms extends Construct {
  readonly topic: ITopic;
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.topic = props.topic ?? this.ownTopic(props.encryptionKey);
    if (props.email) {
      Validations.of(this.topic.addSubscription(new EmailSubscription(props.email))).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason:
          'An announcement that SNS could not deliver is useless later. The alarm itself still shows its state.',
      });
    }

    this.all = alarmPlans(props).map((plan) => this.alarm(props.mailfoldName, plan));
  }

  private ownTopic(masterKey: IKey | undefined): Topic {
    const topic = new Topic(this, 'Topic', { displayName: 'Mailfold: alarms', enforceSSL: true, masterKey });
    // enforceSSL gives the topic a policy, which replaces the default that lets the whole account publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    return topic;
  }

  private alarm(mailfoldName: string, plan: AlarmPlan): Alarm {
    const [datapointsToAlarm, evaluationPeriods] = plan.periods ?? [1, 1];
    const name = plan.provider ? `${plan.title} (${plan.provider})` : plan.title;
    const alarm = new Alarm(this, constructIdOf(name), {
      alarmName: `${mailfoldName}: ${name}`,
      alarmDescription: `${plan.means} What to do: docs/runbook.md#${anchorOf(plan.title)}`,
      metric: plan.metric,
      threshold: plan.threshold,
      comparisonOperator: plan.comparisonOperator ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm,
      evaluationPeriods,
      // Most alarms count failures, and no data points means that there were none.
      treatMissingData: plan.treatMissingData ?? TreatMissingData.NOT_BREACHING,
    });
    const action = new SnsAction(this.topic);
    alarm.addAlarmAction(action);
    // Also announce the end: somebody may still be working on the alarm.
    alarm.addOkAction(action);
    return alarm;
  }
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function constructIdOf(title: string): string {
  return title
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
