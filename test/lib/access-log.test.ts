import { describe, expect, it } from 'vitest';
import { accessLog } from '../../cli/cost/prices.ts';
import { synthesize } from './synthesize.ts';

/** What API Gateway puts in place of each variable, for an ordinary webhook. */
const values: Readonly<Record<string, string>> = {
  '$context.requestId': 'JKJaXmPLvHcESHA=',
  '$context.requestTime': '18/Nov/2026:09:30:59 +0000',
  '$context.identity.sourceIp': '198.51.100.201',
  '$context.routeKey': 'POST /webhooks/sendgrid',
  '$context.status': '200',
  '$context.responseLatency': '12',
  '$context.responseLength': '23',
  '$context.integrationErrorMessage': '-',
  '$context.identity.userAgent': 'Some-Provider-Webhooks/1.63.0 (sender; 7)',
};

describe('a line of the access log', () => {
  it('has the size that the prices assume', () => {
    const [stage] = synthesize().all('AWS::ApiGatewayV2::Stage');
    const format: string = stage.AccessLogSettings.Format;
    expect(format.match(/\$context[.\w]+/g)?.toSorted()).toEqual(Object.keys(values).toSorted());
    const line = format.replaceAll(/\$context[.\w]+/g, (variable) => values[variable] ?? '');
    expect(Math.abs(line.length - accessLog.bytes)).toBeLessThan(accessLog.bytes / 10);
  });
});
