import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { BadSetting } from './bad-setting.ts';

export interface ApiDomainProps {
  /** Such as `hooks.example.com`. */
  readonly domainName: string;
  readonly certificate?: ICertificate;
  readonly hostedZone?: IHostedZone;
}

/** A domain name of the operator for the API. The URLs that providers know then do not depend on the stack. */
export class ApiDomain extends Construct {
  /** Without a trailing slash. */
  readonly url: string;
  readonly domainName: DomainName;

  constructor(scope: Construct, id: string, { domainName, certificate, hostedZone }: ApiDomainProps) {
    super(scope, id);
    this.url = `https://${domainName}`;
    this.domainName = new DomainName(this, 'Name', {
      domainName,
      certificate: certificate ?? this.newCertificate(domainName, hostedZone),
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (hostedZone) this.addRecord(domainName, hostedZone);
  }

  private newCertificate(domainName: string, hostedZone: IHostedZone | undefined): Certificate {
    return new Certificate(this, 'Certificate', {
      domainName,
      validation: CertificateValidation.fromDns(hostedZone),
    });
  }

  private addRecord(domainName: string, zone: IHostedZone): void {
    const { regionalDomainName, regionalHostedZoneId } = this.domainName;
    new ARecord(this, 'Record', {
      zone,
      // With the dot it is a complete name, and the name of the zone need not be known.
      recordName: `${domainName}.`,
      target: RecordTarget.fromAlias(
        new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
      ),
    });
  }
}

type GivenProps = Partial<ApiDomainProps> & { readonly disableDefaultEndpoint?: boolean };

/** The props of a domain, if there is one. Throws when some of them lack the others. */
export function domainIn(props: GivenProps): ApiDomainProps | undefined {
  const { domainName, certificate, hostedZone, disableDefaultEndpoint } = props;
  if (domainName === undefined) {
    const alone = Object.entries({ certificate, hostedZone, disableDefaultEndpoint }).find(
      ([, each]) => each,
    );
    if (!alone) return undefined;
    throw new BadSetting(`expected domainName beside ${alone[0]}, found none; add it, or remove ${alone[0]}`);
  }
  if (!certificate && !hostedZone)
    throw new BadSetting(
      `domainName: expected a certificate for ${domainName}, or a hosted zone in which a new one can be validated, found neither; add certificateArn (certificate) or hostedZoneId (hostedZone)`,
    );
  return { domainName, certificate, hostedZone };
}
