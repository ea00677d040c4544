import { expect, it } from 'vitest';
import { standing } from '../integ/cost.ts';
import { integSettings } from '../integ/subject.ts';
import { synthesize } from './synthesize.ts';

it('the integration test says at least what its secrets and alarms cost', () => {
  const { all } = synthesize(integSettings);
  const metrics = all('AWS::CloudWatch::Alarm').map(({ Metrics = [{ MetricStat: {} }] }) =>
    Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat),
  );
  expect(standing.secrets.count).toBeGreaterThanOrEqual(all('AWS::SecretsManager::Secret').length);
  expect(standing.alarmMetrics.count).toBeGreaterThanOrEqual(metrics.flat().length);
});
