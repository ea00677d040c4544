import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { manifests, providerNames } from '../../providers/manifests.ts';
import { type Synthesized, synthesize } from './synthesize.ts';

const world = synthesize();
const [stage] = world.all('AWS::ApiGatewayV2::Stage');
const senders = ({ all }: Pick<Synthesized, 'all'>) =>
  all('AWS::ApiGatewayV2::Route').flatMap(
    ({ RouteKey }) => /^POST \/webhooks\/(.+)$/.exec(RouteKey)?.[1] ?? [],
  );

/** What providers send besides POST, to see whether the URL answers. */
const checks = manifests.flatMap(({ name, checksBy = [] }) =>
  checksBy.map((method) => `${method} /webhooks/${name}`),
);

describe('the webhook API', () => {
  it('lets providers post under their names to the receiver, without an AWS signature', () => {
    expect(world.all('AWS::ApiGatewayV2::Api')).toMatchObject([{ ProtocolType: 'HTTP' }]);
    const open = world
      .all('AWS::ApiGatewayV2::Route')
      .filter(({ AuthorizationType }) => AuthorizationType === 'NONE');
    expect(open.map(({ RouteKey }) => RouteKey)).toEqual([
      ...senders(world).map((name) => `POST /webhooks/${name}`),
      ...checks,
    ]);
    expect(senders(world)).toEqual(providerNames.filter((name) => name !== 'ses'));
    expect(world.all('AWS::ApiGatewayV2::Integration')).toContainEqual(
      expect.objectContaining({
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: world.arnOf(world.mailfold.receiver),
      }),
    );
  });

  it('has a variable in no webhook route, so that no unknown path starts a function', () => {
    const routes = world.all('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(routes).not.toContain('$default');
    expect(routes.filter((route) => /\{/.test(route) && !route.includes(' /v1/'))).toEqual([]);
  });

  it('has a route for SES only if a topic may post', () => {
    const posting = synthesize({ sesTopicArns: ['arn:aws:sns:eu-west-1:111122223333:ses-events'] });
    expect(senders(posting)).toContain('ses');
  });

  it('has only the routes of the providers in use, and of the sources that the operator names', () => {
    const some = synthesize({
      providers: ['postmark', 'sendgrid'],
      standardWebhookSources: { acme: {} },
    });
    expect(senders(some)).toEqual(['sendgrid', 'postmark', 'acme']);
    expect(Object.keys(some.mailfold.webhookUrls)).toEqual(['sendgrid', 'postmark', 'acme']);
    expect(() => synthesize({ providers: ['sengrid'] })).toThrow(/some of sendgrid, .*"sengrid"/);
  });

  it('has a route for the checks of a provider only if that provider is in use', () => {
    const routesOf = (providers: string[]) =>
      synthesize({ providers })
        .all('AWS::ApiGatewayV2::Route')
        .map(({ RouteKey }) => RouteKey)
        .filter((route) => route.includes('/webhooks/'));
    expect(routesOf(['mandrill'])).toEqual(['POST /webhooks/mandrill', 'HEAD /webhooks/mandrill']);
    expect(routesOf(['sendgrid'])).toEqual(['POST /webhooks/sendgrid']);
  });

  it('has none if every event comes through the topic, and then nothing may invoke the receiver', () => {
    const sesOnly = synthesize({ providers: ['ses'] });
    expect(senders(sesOnly)).toEqual([]);
    const permissions = JSON.stringify(sesOnly.all('AWS::Lambda::Permission'));
    expect(permissions).not.toContain('/webhooks/');
    expect(sesOnly.all('AWS::SNS::Subscription')).toHaveLength(1);
  });

  it('is the only one that may invoke the receiver, and only for webhooks', () => {
    const permissions = world
      .all('AWS::Lambda::Permission')
      .filter(({ FunctionName }) => isDeepStrictEqual(FunctionName, world.arnOf(world.mailfold.receiver)));
    for (const { Principal } of permissions) expect(Principal).toBe('apigateway.amazonaws.com');
    const methods = [...new Set(checks.map((check) => check.split(' ')[0]))];
    expect(
      permissions.map(({ SourceArn }) => /\/\*\/(\w+)\/webhooks\/\*/.exec(JSON.stringify(SourceArn))?.[1]),
    ).toEqual(['POST', ...methods]);
  });

  it('allows each provider 500 requests per second, and 1000 at once', () => {
    const limit = { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 };
    expect(stage).toMatchObject({ StageName: '$default', AutoDeploy: true, DefaultRouteSettings: limit });
    expect(stage.RouteSettings).toEqual(
      Object.fromEntries(
        [...senders(world).map((name) => `POST /webhooks/${name}`), ...checks].map((route) => [route, limit]),
      ),
    );
  });

  it('creates its stage after the routes, because API Gateway refuses settings of a route that does not exist', () => {
    const [resource] = Object.values(world.template.findResources('AWS::ApiGatewayV2::Stage'));
    const routes = Object.entries(world.template.findResources('AWS::ApiGatewayV2::Route'))
      .filter(([, { Properties }]) => Properties.RouteKey.includes('/webhooks/'))
      .map(([id]) => id);
    expect(resource?.['DependsOn']).toEqual(expect.arrayContaining(routes));
  });

  it('has the limits of the settings', () => {
    const { all } = synthesize({ throttleRate: 20, throttleBurst: 40 });
    const limit = { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 };
    expect(all('AWS::ApiGatewayV2::Stage')).toMatchObject([
      { DefaultRouteSettings: limit, RouteSettings: { 'POST /webhooks/sendgrid': limit } },
    ]);
  });

  it('logs status, timing and the source address, and nothing that names a recipient or a key', () => {
    expect(JSON.parse(stage.AccessLogSettings.Format)).toEqual({
      requestId: '$context.requestId',
      requestTime: '$context.requestTime',
      sourceIp: '$context.identity.sourceIp',
      routeKey: '$context.routeKey',
      status: '$context.status',
      responseLatency: '$context.responseLatency',
      responseLength: '$context.responseLength',
      integrationError: '$context.integrationErrorMessage',
      userAgent: '$context.identity.userAgent',
    });
  });

  it('writes its log to a log group that keeps a month', () => {
    const logGroup = stage.AccessLogSettings.DestinationArn['Fn::GetAtt'][0];
    expect(world.template.toJSON().Resources[logGroup]).toMatchObject({
      Type: 'AWS::Logs::LogGroup',
      DeletionPolicy: 'Delete',
      // Other names fill up a policy of the account, which has room for 5,120 characters.
      Properties: { RetentionInDays: 30, LogGroupName: '/aws/vendedlogs/apis/Mailfold' },
    });
  });
});
