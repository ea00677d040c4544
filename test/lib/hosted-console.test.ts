import { describe, expect, it } from 'vitest';
import { routes } from '../../lambdas/api/routes.ts';
import { BadSetting } from '../../lib/bad-setting.ts';
import { synthesize, synthesizeConstruct } from './synthesize.ts';

const issuer = { issuer: 'https://login.example.com/', clientId: 'console' };

describe('the hosted console', () => {
  it('is not there unless it is asked for', () => {
    const { template, all } = synthesize();
    expect(all('AWS::ApiGatewayV2::Api')).toHaveLength(1);
    expect(all('AWS::ApiGatewayV2::Authorizer')).toEqual([]);
    expect(all('AWS::Cognito::UserPool')).toEqual([]);
    expect(template.toJSON().Outputs).not.toHaveProperty('ConsoleUrl');
  });

  it('has an API of its own, on which every route under /v1 needs a token with the scope', () => {
    const { all } = synthesize({ console: true });
    expect(all('AWS::ApiGatewayV2::Api')).toHaveLength(2);
    const own = all('AWS::ApiGatewayV2::Route').filter(
      ({ AuthorizationType }) => AuthorizationType !== 'AWS_IAM',
    );
    const served = own.filter(({ RouteKey }) => RouteKey.includes(' /v1/'));
    expect(served.map(({ RouteKey }) => RouteKey).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { AuthorizationType, AuthorizationScopes } of served) {
      expect(AuthorizationType).toBe('JWT');
      expect(AuthorizationScopes).toHaveLength(1);
    }
    const open = own.filter(
      ({ AuthorizationType, RouteKey }) => AuthorizationType === 'NONE' && !/webhooks/.test(RouteKey),
    );
    expect(open.map(({ RouteKey }) => RouteKey).sort()).toEqual(['GET /', 'GET /{file+}']);
  });

  it('makes a pool in which only an administrator adds people, each with a second factor', () => {
    const { all, template } = synthesize({ console: true });
    expect(all('AWS::Cognito::UserPool')).toMatchObject([
      {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        MfaConfiguration: 'ON',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
        UserPoolTier: 'ESSENTIALS',
        LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0' } },
      },
    ]);
    expect(all('AWS::Cognito::UserPoolClient')).toMatchObject([
      {
        AllowedOAuthFlows: ['code'],
        GenerateSecret: false,
        AccessTokenValidity: 15,
        IdTokenValidity: 15,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
        PreventUserExistenceErrors: 'ENABLED',
      },
    ]);
    expect(
      all('AWS::Cognito::UserPoolGroup')
        .map(({ GroupName }) => GroupName)
        .sort(),
    ).toEqual(['operator', 'support', 'viewer']);
    expect(Object.keys(template.toJSON().Outputs)).toEqual(
      expect.arrayContaining(['ConsoleUrl', 'ConsoleUserPoolId']),
    );
  });

  it('takes the tokens of another provider instead', () => {
    const { all } = synthesizeConstruct({ console: { signIn: { ...issuer, scope: 'mail' } } });
    expect(all('AWS::Cognito::UserPool')).toEqual([]);
    expect(all('AWS::ApiGatewayV2::Authorizer')).toMatchObject([
      { AuthorizerType: 'JWT', JwtConfiguration: { Audience: ['console'], Issuer: issuer.issuer } },
    ]);
    const scopes = all('AWS::ApiGatewayV2::Route').flatMap(
      ({ AuthorizationScopes = [] }) => AuthorizationScopes,
    );
    expect([...new Set(scopes)]).toEqual(['mail']);
  });

  it('is not made from half of its settings', () => {
    expect(() => synthesize({ consoleIssuer: 'https://login.example.com' })).toThrow(BadSetting);
    expect(() => synthesize({ console: true, consoleIssuer: 'https://login.example.com' })).toThrow(
      /consoleClientId/,
    );
  });
});
