import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grantsOf, type Statement, statementsOf, synthesize } from './synthesize.ts';

const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const world = synthesize({
  encryptionKey: true,
  eventBus: true,
  webhooks: [{ name: 'shop', url: 'https://shop.example.com/hooks' }],
});
const { mailfold } = world;
const functions = {
  receiver: mailfold.receiver,
  consumer: mailfold.consumer,
  'api-reader': mailfold.apiReader,
  'api-writer': mailfold.apiWriter,
  'api-operator': mailfold.apiOperator,
  ...lakeFunctions(),
  ...fanOutFunctions(),
} as const;

function lakeFunctions() {
  if (!mailfold.lake || !mailfold.apiStats) throw new Error('expected a lake, found none');
  const { historian, tidier } = mailfold.lake;
  return { historian: historian.function, tidier: tidier.function, 'api-stats': mailfold.apiStats };
}

function fanOutFunctions() {
  if (!mailfold.fanOut?.sender) throw new Error('expected a fan-out with endpoints, found none');
  const { announcer, sender } = mailfold.fanOut;
  return { announcer: announcer.function, sender: sender.function };
}

/** The rows of a table, by its first heading. */
function rowsOf(firstHeading: string): string[][] {
  const [, table = ''] = page.split(`\n| ${firstHeading} |`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
}

function actionsIn(text: string): string[] {
  return [...text.matchAll(/`([a-z0-9]+:[A-Za-z]+)`/g)].map(([, action = '']) => action);
}

/** By function: a row without a name continues the one above. */
function documentedActions(): Record<string, string[]> {
  const documented: Record<string, string[]> = {};
  let current = '';
  for (const [, name = '', may = ''] of rowsOf('Function')) {
    current = name || current;
    documented[current] = [...(documented[current] ?? []), ...actionsIn(may)];
  }
  return documented;
}

const distinct = (actions: readonly string[]) => [...new Set(actions)].toSorted();

describe('SECURITY.md', () => {
  it('lists every function of the stack', () => {
    const names = world
      .all('AWS::Lambda::Function')
      .map(({ Environment }) => Environment.Variables.POWERTOOLS_SERVICE_NAME.replace('mailfold-', ''));
    expect(Object.keys(functions).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(documentedActions())).toEqual([...Object.keys(functions), 'each of them']);
  });

  it.each(Object.entries(functions))('lists what the %s may do, and nothing more', (name, fn) => {
    const { [name]: own = [], 'each of them': common = [] } = documentedActions();
    const granted = grantsOf(world, fn).map(({ action }) => action);
    expect(distinct([...own, ...common])).toEqual(
      distinct(granted.filter((action) => !action.startsWith('kms:'))),
    );
  });

  it('lists through which service each function may use the key', () => {
    const services = {
      SQS: 'sqs',
      'Secrets Manager': 'secretsmanager',
      DynamoDB: 'dynamodb',
      S3: 's3',
    };
    const rows = rowsOf('Through');
    expect(rows.map(([, through]) => through)).toEqual(Object.keys(services));
    for (const [, through = '', may = '', who = ''] of rows) {
      const service = services[through as keyof typeof services];
      for (const [name, fn] of Object.entries(functions)) {
        const granted = statementsOf(world, fn).filter((statement) => isThrough(statement, service));
        const isListed = who.split(', ').includes(name);
        expect([through, name, granted.length]).toEqual([through, name, isListed ? 1 : 0]);
        for (const { Action } of granted) expect(distinct([Action].flat())).toEqual(distinct(actionsIn(may)));
      }
    }
  });
});

function isThrough({ Condition }: Statement, service: string): boolean {
  return JSON.stringify(Condition ?? {}).includes(`"${service}."`);
}
