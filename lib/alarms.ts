import { Annotations, Aws, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AlarmPlan, AlarmsProps } from './alarm-plan.ts';
import { alarmPlans } from './alarm-plans.ts';
import { defaultRunbookUrl, runbookLink } from './runbook.ts';

/** Creates all alarms. Each alarm has a heading of the same name in docs/runbook.md. */
export class Alarms extends Construct {
  readonly topic: ITopic;
  readonly all: readonly AlarmBase[];
  private readonly mailfoldName: string;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.mailfoldName = props.mailfoldName;
    this.topic = props.topic ?? this.ownTopic(props.encryptionKey);
    if (props.email) {
      Validations.of(this.topic.addSubscription(new EmailSubscription(props.email))).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason:
          'An announcement that SNS could not deliver is useless later. The alarm itself still shows its state.',
      });
    } else if (!props.topic) this.warnThatNobodyIsTold();
    this.all = alarmPlans(props).map((plan) => this.announced(plan, props.runbookUrl ?? defaultRunbookUrl));
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

  /** No alarm can notice it, and whoever finds out does so after an outage. */
  private warnThatNobodyIsTold(): void {
    Annotations.of(this).addWarningV2(
      'mailfold:nobodyIsTold',
      'Nobody gets the alarms: set alarmEmail in mailfold.config.ts (alarms.email in an app of your own), or subscribe to the topic of the output AlarmTopicArn.',
    );
  }

  private announced(plan: AlarmPlan, runbookUrl: string): AlarmBase {
    const name = plan.about ? `${plan.title} (${plan.about})` : plan.title;
    const alarmName = `${this.mailfoldName}: ${name}`;
    const alarmDescription = `${plan.means} What to do: ${runbookLink(runbookUrl, plan.title)}`;
    const id = constructIdOf(name);
    const alarm = plan.onceThereWas
      ? new CompositeAlarm(this, id, {
          compositeAlarmName: alarmName,
          alarmDescription,
          alarmRule: this.ruleOf(id, name, plan, plan.onceThereWas),
        })
      : new Alarm(this, id, { alarmName, alarmDescription, ...conditionOf(plan) });
    const action = new SnsAction(this.topic);
    alarm.addAlarmAction(action);
    // Also announce the end: somebody may still be working on the alarm.
    alarm.addOkAction(action);
    return alarm;
  }

  /**
   * Two alarms that announce nothing themselves. The second remembers: with its first value the metric makes it OK, and as missing
   * data leaves its state alone, it stays OK for ever. An alarm cannot look back further than seven days otherwise.
   */
  private ruleOf(id: string, name: string, plan: AlarmPlan, metric: IMetric) {
    const part = (suffix: string) => ({
      // Not the prefix of the others: `doctor` lists those, and these are raised when all is well.
      alarmName: `${this.mailfoldName} (part): ${name}, ${suffix}`,
      alarmDescription: `Announces nothing; a part of "${this.mailfoldName}: ${name}".`,
    });
    const now = new Alarm(this, `${id}Now`, { ...part('now'), ...conditionOf(plan) });
    const before = new Alarm(this, `${id}Before`, {
      ...part('before'),
      metric,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.IGNORE,
    });
    return AlarmRule.allOf(
      AlarmRule.fromAlarm(now, AlarmState.ALARM),
      AlarmRule.fromAlarm(before, AlarmState.OK),
    );
  }
}

function conditionOf(plan: AlarmPlan) {
  const [datapointsToAlarm, evaluationPeriods] = plan.periods ?? [1, 1];
  return {
    metric: plan.metric,
    threshold: plan.threshold,
    comparisonOperator: plan.comparisonOperator ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm,
    evaluationPeriods,
    // Most alarms count failures, and no data points means that there were none.
    treatMissingData: plan.treatMissingData ?? TreatMissingData.NOT_BREACHING,
  };
}

function constructIdOf(title: string): string {
  return title
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
