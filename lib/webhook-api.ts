import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

/** Rate limit of the API. Requests above it get a 429. */
export interface Throttle {
  /** Sustained requests per second. @default 500 */
  readonly ratePerSecond?: number;
  /** Requests that may come at once before the rate applies. @default 1000 */
  readonly burst?: number;
}

export interface WebhookApiProps {
  /** The start of the API's name. */
  readonly mailfoldName: string;
  /** Answers every webhook. */
  readonly receiver: IFunction;
  readonly throttle?: Throttle;
  readonly logRetention: RetentionDays;
  readonly encryptionKey?: IKey;
}

/** The API that providers post to: `POST /webhooks/{provider}`. read-api.ts adds the routes for other programs. */
export class WebhookApi extends Construct {
  /** Without a trailing slash. */
  readonly url: string;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: WebhookApiProps) {
    super(scope, id);
    const api = new HttpApi(this, 'Api', {
      apiName: `${props.mailfoldName}-webhooks`,
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
        "Email providers cannot sign with IAM or send a token of ours. The receiver checks each provider's own signature or credentials before it enqueues anything.",
    });
    const logGroup = new LogGroup(this, 'AccessLog', {
      retention: props.logRetention,
      encryptionKey: props.encryptionKey,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      // All APIs of an account share 10,000 requests per second. This limit leaves most of them to the other APIs, and is
      // still generous: most senders retry after a 429, but SNS over HTTPS drops the event.
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

// Path, query string and body are left out: they can contain addresses, and some people put credentials there.
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
