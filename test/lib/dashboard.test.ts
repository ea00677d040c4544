import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MetricName, metrics } from '../../lambdas/metrics.ts';
import { synthesize } from './synthesize.ts';

const world = synthesize();
const [dashboard] = world.all('AWS::CloudWatch::Dashboard');

type Widget = {
  type: string;
  x: number;
  y: number;
  width: number;
  height: number;
  properties: { title?: string; markdown?: string };
};

/** The body is a string with references in it; what they refer to does not matter here. */
const body: string = world.stack
  .resolve(dashboard.DashboardBody)
  ['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'reference'))
  .join('');
const widgets: Widget[] = JSON.parse(body).widgets;
const titles = widgets.map(({ properties }) => properties.title ?? properties.markdown?.split('\n')[0]);

describe('the dashboard', () => {
  it('starts with the alarms and then follows an event from the API to the tables', () => {
    expect(titles).toEqual([
      'Alarms',
      '## 1. API',
      'Requests and refusals',
      'How long providers wait, ms',
      'Runs of the receiver',
      '## 2. Receiver',
      'Accepted',
      'Refused, by reason',
      'Stale signatures',
      'Not accepted',
      '## 3. SES',
      'Published by SES',
      'SES dead letters',
      '## 4. Queue',
      'Waiting, and for how long',
      'Bytes sent to the queue',
      'Accepted minus finished',
      'Dead letters',
      '## 5. Consumer',
      'Runs of the consumer',
      'How long a run takes, ms',
      'From event to stored, s',
      'Not understood',
      '## 6. Tables',
      'Events stored, by type',
      'Repeated events, by type',
      'Evidence against sending',
      'Write units, and throttled writes',
      '## 7. The mail itself',
      'Hard bounces, %',
      'Complaints, %',
      '## 8. Lake',
      'Age of the events that the historian reads, ms',
      'Runs of the historian',
      'Batches that are not in the lake',
      'Runs of the tidier',
    ]);
  });

  it('has the headings that the runbook names, with the number that they have here', () => {
    const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
    const named = [...runbook.matchAll(/\*(\d\. [^*]+)\*/g)].map(([, heading]) => heading);
    const here = titles.map((title) => title?.replace('## ', ''));
    expect(named.length).toBeGreaterThan(2);
    // The runbook may shorten a heading: *3. SES*.
    expect(named.filter((name = '?') => !here.some((heading) => heading?.startsWith(name)))).toEqual([]);
  });

  it('reads from top to bottom, each stage below the one before, with no widget over another', () => {
    const headings = widgets.filter(({ type }) => type === 'text').map(({ y }) => y);
    expect(headings).toEqual(headings.toSorted((a, b) => a - b));
    expect(new Set(headings).size).toBe(8);
    for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
    expect(new Set(widgets.map(({ x, y }) => `${x},${y}`)).size).toBe(widgets.length);
  });

  it('shows every metric that the functions write', () => {
    for (const name of Object.keys(metrics) as MetricName[])
      expect([name, body.includes(name)]).toEqual([name, true]);
  });

  it('searches for the lines of each provider among the metrics of this stack only', () => {
    const searches = [...body.matchAll(/SEARCH\('([^']*)'/g)].map(([, search]) => search);
    expect(searches).toContain(
      '{Mailfold,service,stack,provider,reason} MetricName=\\"Refused\\" service=\\"mailfold-receiver\\" stack=\\"Mailfold\\"',
    );
    for (const search of searches) expect(search).toContain('stack=\\"Mailfold\\"');
  });

  it('compares accepted with finished messages: from the receiver, from SES, and split off', () => {
    expect(body).toContain(
      'RUNNING_SUM(FILL(accepted, 0) + FILL(published, 0) + FILL(split, 0) - FILL(finished, 0))',
    );
  });

  it('has the name of the stack and the region, and shows every alarm', () => {
    expect(dashboard.DashboardName).toEqual({ 'Fn::Join': ['', ['Mailfold-', { Ref: 'AWS::Region' }]] });
    const { alarms } = JSON.parse(body).widgets[0].properties;
    expect(alarms).toHaveLength(world.all('AWS::CloudWatch::Alarm').length);
  });
});
