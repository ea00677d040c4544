import { Validations } from 'aws-cdk-lib';
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { AccessLog, type AccessLogProps } from './access-log.ts';
import { ApiDomain, type ApiDomainProps } from './api-domain.ts';

/** Rate limit of each route. Requests above it get a 429. */
export interface Throttle {
  /** Sustained requests per second, for each provider. @default 500 */
  readonly ratePerSecond?: number;
  /** Requests that may come at once before the rate applies, for each provider. @default 1000 */
  readonly burst?: number;
}

/** A method that a sender uses besides POST. */
export interface EndpointCheck {
  readonly sender: string;
  readonly method: 'GET' | 'HEAD';
}

export interface WebhookApiProps extends AccessLogProps {
  /** Answers every webhook. */
  readonly receiver: IFunction;
  /** The last part of each webhook URL: providers, and sources that the operator has named. */
  readonly senders: readonly string[];
  /** Requests besides POST by which a sender sees whether its URL answers. */
  readonly checks?: readonly EndpointCheck[];
  readonly throttle?: Throttle;
  readonly domain?: ApiDomainProps;
  /** Whether the URL that API Gateway gives to every API stops answering. */
  readonly disableDefaultEndpoint?: boolean;
}

/** The API that providers post to, with one route for each of them. read-api.ts adds the routes for other programs. */
export class WebhookApi extends Construct {
  /** Where providers shall post to. Without a trailing slash. */
  readonly url: string;
  /** All that it answers under. */
  readonly urls: readonly string[];
  readonly api: HttpApi;
  /** Undefined without a domain of the operator. */
  readonly domain?: ApiDomain;
  readonly accessLog: AccessLog;

  constructor(scope: Construct, id: string, props: WebhookApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      apiName: `${props.mailfoldName}-webhooks`,
      description: 'Mailfold: webhooks of email providers',
      createDefaultStage: false,
      disableExecuteApiEndpoint: props.disableDefaultEndpoint,
    });
    Validations.of(this.api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        "Email providers cannot sign with IAM or send a token of ours. The receiver checks each provider's own signature or credentials before it enqueues anything.",
    });
    if (props.domain) this.domain = new ApiDomain(this, 'Domain', props.domain);
    // The CDK does not tell the endpoint of an API that is without it.
    const own = props.disableDefaultEndpoint ? [] : [this.api.apiEndpoint];
    this.urls = [...(this.domain ? [this.domain.url] : []), ...own];
    this.url = this.urls[0] ?? '';
    this.accessLog = new AccessLog(this, 'AccessLog', props);
    this.addStage(this.addRoutes(props), props);
  }

  /** No route has a variable: API Gateway itself answers 404 to any other path, and no function runs. */
  private addRoutes(props: WebhookApiProps): HttpRoute[] {
    const integration = new ReceiverIntegration('Receiver', props.receiver);
    const requests = requestsOf(props);
    for (const method of new Set(requests.map((request) => request.method))) {
      props.receiver.addPermission(method === 'POST' ? 'Webhooks' : `Checks${method}`, {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.api.arnForExecuteApi(method, `${webhookPath}*`, '*'),
      });
    }
    return requests.flatMap(({ method, sender }) =>
      this.api.addRoutes({ path: webhookPath + sender, methods: [HttpMethod[method]], integration }),
    );
  }

  private addStage(routes: readonly HttpRoute[], props: WebhookApiProps): void {
    const { throttle } = props;
    // All APIs of an account share 10,000 requests per second. This limit leaves most of them to the other APIs, and is
    // still generous: most senders retry after a 429, but SNS over HTTPS drops the event.
    const [rateLimit, burstLimit] = [throttle?.ratePerSecond ?? 500, throttle?.burst ?? 1000];
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit, burstLimit },
      domainMapping: this.domain && { domainName: this.domain.domainName },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog.logGroup),
        format: this.accessLog.format,
      },
    });
    // Each route has a limit of its own, so that a flood on one provider's route does not throttle another provider.
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      requestsOf(props).map(({ method, sender }) => [
        `${method} ${webhookPath}${sender}`,
        { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit },
      ]),
    );
    // API Gateway refuses settings for a route that does not exist yet.
    stage.node.addDependency(...routes);
  }
}

const webhookPath = '/webhooks/';

/** Every request that has a route. */
function requestsOf({ senders, checks = [] }: WebhookApiProps) {
  return [...senders.map((sender) => ({ method: 'POST' as const, sender })), ...checks];
}

/** One permission for all routes of a method. CDK would add one for each, and the policy of a function has room for about 50. */
class ReceiverIntegration extends HttpLambdaIntegration {
  protected override completeBind(): void {}
}
