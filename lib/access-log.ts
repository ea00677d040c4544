import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, type IFilterPattern, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routes } from '../lambdas/api/routes.ts';

export interface AccessLogProps {
  /** Part of the log group's name, and of the namespace of the metrics. */
  readonly mailfoldName: string;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

type MetricOfLog = (period: Duration) => Metric;

/** One line per request to the API, and the metrics that only these lines can give. */
export class AccessLog extends Construct {
  readonly logGroup: LogGroup;
  readonly format = AccessLogFormat.custom(JSON.stringify(accessLogFields));
  /** Requests that API Gateway refused with 429, at least: it may leave some out when there are very many. */
  readonly throttled: MetricOfLog;
  /** Requests of other programs that were answered 5xx. */
  readonly apiFailures: MetricOfLog;

  constructor(scope: Construct, id: string, props: AccessLogProps) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Group', {
      // CloudWatch Logs adds any other name to a policy of the account, which has room for 5,120 characters. This prefix is
      // in the policy once, for all log groups.
      logGroupName: `/aws/vendedlogs/apis/${props.mailfoldName}`,
      retention: props.logRetention,
      encryptionKey: props.encryptionKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.throttled = this.metricOf('Throttled', statusIs('429'), props);
    this.apiFailures = this.metricOf(
      'ApiFailures',
      FilterPattern.all(statusIs('5*'), isRequestOfAProgram()),
      props,
    );
  }

  /** HTTP APIs have no metric per status, and those per route cost $0.30 a month each. This one costs nothing while it is 0. */
  private metricOf(metricName: string, filterPattern: IFilterPattern, props: AccessLogProps): MetricOfLog {
    const filter = this.logGroup.addMetricFilter(metricName, {
      // A filter cannot add a dimension, so the namespace tells apart the stacks of one account.
      metricNamespace: `Mailfold/${props.mailfoldName}`,
      metricName,
      filterPattern,
    });
    return (period) => filter.metric({ period, statistic: 'Sum' });
  }
}

function statusIs(status: string) {
  return FilterPattern.stringValue('$.status', '=', status);
}

function isRequestOfAProgram() {
  const methods = [...new Set(routes.map(({ method }) => method))];
  return FilterPattern.any(
    ...methods.map((method) => FilterPattern.stringValue('$.routeKey', '=', `${method} /v1/*`)),
  );
}

// Path, query string and body are left out: they can contain addresses, and some people put credentials there.
const accessLogFields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  sourceIp: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  responseLength: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
  userAgent: '$context.identity.userAgent',
};
