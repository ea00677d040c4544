import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** How many requests the API lets through; those beyond it get a 429. */
export interface Throttle {
  /** Requests per second, sustained. @default 500 */
  readonly ratePerSecond?: number;
  /** Requests at once, before the rate applies. @default 1000 */
  readonly burst?: number;
}

export interface WebhookApiProps {
  /** Answers every webhook. */
  readonly receiver: IFunction;
  readonly throttle?: Throttle;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** Where providers post: `POST /webhooks/{provider}`. The routes for signed callers are added by read-api.ts. */
export class WebhookApi extends Construct {
  /** Without a slash at the end. */
  readonly url: string;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: WebhookApiProps) {
    super(scope, id);
    const api = new HttpApi(this, 'Api', {
      apiName: `${Stack.of(this).stackName}-webhooks`,
      description: 'Mailfold: webhooks of email providers',
      createDefaultStage: false,
    });
    api.addRoutes({
      path: '/webhooks/{provider}',
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration('Receiver', props.receiver),
    });
    Validations.of(api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Email providers cannot sign with IAM or bring a token of ours. The receiver verifies what each of them does offer, over the raw bytes, before anything is enqueued.',
    });
    const logGroup = new LogGroup(this, 'AccessLog', {
      retention: props.logRetention,
      encryptionKey: props.encryptionKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      // An account shares 10,000 requests a second among all its APIs: a flood here leaves most of them to the rest.
      // Webhook senders take a 429 as "later", with one exception: SNS over HTTPS drops the event. So be generous.
      throttle: {
        rateLimit: props.throttle?.ratePerSecond ?? 500,
        burstLimit: props.throttle?.burst ?? 1000,
      },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    this.api = api;
    this.url = api.apiEndpoint;
  }
}

// Enough to see who was turned away and how long we took. Path, query string and body are left out:
// they name recipients, and some people put credentials there.
const accessLogFields = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLatency: '$context.responseLatency',
  responseLength: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
  userAgent: '$context.identity.userAgent',
};
