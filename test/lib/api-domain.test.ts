import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/0123';
const own = { domainName: 'hooks.example.com', certificateArn };
const managed = { domainName: 'hooks.example.com', hostedZoneId: 'Z0123456789' };
const withCertificate = synthesize(own);
const plain = synthesize();
const outputsOf = ({ template }: ReturnType<typeof synthesize>) => template.toJSON().Outputs;

describe('a domain name of your own', () => {
  it('is the start of every URL, and leads to the API', () => {
    const world = withCertificate;
    expect(outputsOf(world).ApiUrl.Value).toBe('https://hooks.example.com');
    expect(outputsOf(world).WebhookUrlSendgrid.Value).toBe('https://hooks.example.com/webhooks/sendgrid');
    expect(world.all('AWS::ApiGatewayV2::DomainName')).toEqual([
      {
        DomainName: 'hooks.example.com',
        DomainNameConfigurations: [
          { CertificateArn: certificateArn, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
      },
    ]);
    const [domain] = Object.keys(world.template.findResources('AWS::ApiGatewayV2::DomainName'));
    const [stage] = Object.keys(world.template.findResources('AWS::ApiGatewayV2::Stage'));
    expect(Object.values(world.template.findResources('AWS::ApiGatewayV2::ApiMapping'))).toMatchObject([
      {
        Properties: { DomainName: { Ref: domain }, Stage: '$default' },
        DependsOn: expect.arrayContaining([stage]),
      },
    ]);
  });

  it('with a certificate alone leaves the record to you, and says what it must name', () => {
    const world = withCertificate;
    expect(world.all('AWS::Route53::RecordSet')).toEqual([]);
    expect(world.all('AWS::CertificateManager::Certificate')).toEqual([]);
    const [domain] = Object.keys(world.template.findResources('AWS::ApiGatewayV2::DomainName'));
    expect(outputsOf(world).DomainTarget.Value).toEqual({ 'Fn::GetAtt': [domain, 'RegionalDomainName'] });
  });

  it('with a hosted zone gets a certificate that renews itself, and its record', () => {
    const world = synthesize(managed);
    expect(world.all('AWS::CertificateManager::Certificate')).toMatchObject([
      {
        DomainName: 'hooks.example.com',
        ValidationMethod: 'DNS',
        DomainValidationOptions: [{ DomainName: 'hooks.example.com', HostedZoneId: 'Z0123456789' }],
      },
    ]);
    expect(world.all('AWS::Route53::RecordSet')).toMatchObject([
      { Name: 'hooks.example.com.', Type: 'A', HostedZoneId: 'Z0123456789', AliasTarget: {} },
    ]);
  });

  it('with both uses the certificate, and adds the record', () => {
    const world = synthesize({ ...own, ...managed });
    expect(world.all('AWS::CertificateManager::Certificate')).toEqual([]);
    expect(world.all('AWS::Route53::RecordSet')).toHaveLength(1);
  });

  it('leaves the URL of API Gateway reachable, unless that is switched off', () => {
    expect(withCertificate.all('AWS::ApiGatewayV2::Api')[0].DisableExecuteApiEndpoint).toBeUndefined();
    const closed = synthesize({ ...own, disableDefaultEndpoint: true });
    expect(closed.all('AWS::ApiGatewayV2::Api')[0].DisableExecuteApiEndpoint).toBe(true);
    expect(outputsOf(closed).ApiUrl.Value).toBe('https://hooks.example.com');
  });

  it('is known to the receiver beside the URL of API Gateway, because some providers sign theirs', () => {
    const urlsOf = ({ mailfold, propertiesOf }: ReturnType<typeof synthesize>) =>
      JSON.stringify(propertiesOf(mailfold.receiver).Environment.Variables.PUBLIC_URLS);
    expect(urlsOf(withCertificate)).toMatch(/"https:\/\/hooks\.example\.com,",.*"ApiEndpoint"/);
    expect(urlsOf(synthesize({ ...own, disableDefaultEndpoint: true }))).toBe('"https://hooks.example.com"');
  });

  it('is not there if nobody asks for it', () => {
    expect(plain.all('AWS::ApiGatewayV2::DomainName')).toEqual([]);
    expect(outputsOf(plain).DomainTarget).toBeUndefined();
  });

  it.each([
    [
      { domainName: 'hooks.example.com' },
      'domainName: expected a certificate for hooks.example.com, or a hosted',
    ],
    [{ certificateArn }, 'expected domainName beside certificate, found none'],
    [{ hostedZoneId: 'Z0123456789' }, 'expected domainName beside hostedZone, found none'],
    [{ disableDefaultEndpoint: true }, 'expected domainName beside disableDefaultEndpoint, found none'],
  ])('is refused when something is missing: %j', (settings, message) => {
    expect(() => synthesize(settings)).toThrow(message);
  });
});
