import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const world = synthesize();
const [stage] = world.all('AWS::ApiGatewayV2::Stage');

describe('the webhook API', () => {
  it('lets providers post under their names to the receiver, without an AWS signature', () => {
    expect(world.all('AWS::ApiGatewayV2::Api')).toMatchObject([{ ProtocolType: 'HTTP' }]);
    const open = world
      .all('AWS::ApiGatewayV2::Route')
      .filter(({ AuthorizationType }) => AuthorizationType === 'NONE');
    expect(open).toMatchObject([{ RouteKey: 'POST /webhooks/{provider}' }]);
    expect(world.all('AWS::ApiGatewayV2::Integration')).toContainEqual(
      expect.objectContaining({
        IntegrationType: 'AWS_PROXY',
        PayloadFormatVersion: '2.0',
        IntegrationUri: world.arnOf(world.mailfold.receiver),
      }),
    );
  });

  it('is the only one that may invoke the receiver, and only by that route', () => {
    const permissions = world
      .all('AWS::Lambda::Permission')
      .filter(({ FunctionName }) => isDeepStrictEqual(FunctionName, world.arnOf(world.mailfold.receiver)));
    expect(permissions).toMatchObject([{ Principal: 'apigateway.amazonaws.com' }]);
    expect(JSON.stringify(permissions[0].SourceArn)).toContain('/*/*/webhooks/{provider}');
  });

  it('allows 500 requests per second, and 1000 at once', () => {
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    });
  });

  it('has the limits of the settings', () => {
    const { all } = synthesize({ 'mailfold:throttleRate': 20, 'mailfold:throttleBurst': '40' });
    expect(all('AWS::ApiGatewayV2::Stage')).toMatchObject([
      { DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 } },
    ]);
  });

  it('logs status and timing, and nothing that names a recipient or a key', () => {
    expect(JSON.parse(stage.AccessLogSettings.Format)).toEqual({
      requestId: '$context.requestId',
      requestTime: '$context.requestTime',
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
      Properties: { RetentionInDays: 30 },
    });
  });
});
