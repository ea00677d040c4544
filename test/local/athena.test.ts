import { Athena, type StartQueryExecutionInput } from '@aws-sdk/client-athena';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientSettings, fakeCredentials } from '../../local/clients.ts';
import { readStatements } from '../../local/permissions.ts';
import { type RunningTemplate, runTemplate } from '../../local/run-template.ts';
import { athena as athenaRunner } from '../../local/runners/athena.ts';
import { buckets } from '../../local/runners/buckets.ts';
import { queues } from '../../local/runners/queues.ts';
import { aTemplate } from './support/assembly.ts';
import { parquetOf } from './support/parquet.ts';

/** As Glue writes the value of a partition in a template. */
const day = '$' + '{day}';

const columns = [
  ['occurred_at', 'timestamp'],
  ['type', 'string'],
  ['size', 'bigint'],
  ['rate', 'double'],
  ['tags', 'array<string>'],
  ['added_later', 'string'],
].map(([Name, Type]) => ({ Name, Type }));

const table = (Name: string, more: object = {}, Parameters: object = {}) => ({
  Type: 'AWS::Glue::Table',
  Properties: {
    CatalogId: { Ref: 'AWS::AccountId' },
    DatabaseName: { Ref: 'Database' },
    TableInput: {
      Name,
      TableType: 'EXTERNAL_TABLE',
      PartitionKeys: [{ Name: 'day', Type: 'string' }],
      Parameters,
      StorageDescriptor: {
        Columns: columns,
        Location: { 'Fn::Join': ['', ['s3://', { Ref: 'Lake' }, '/events/']] },
        SerdeInfo: { SerializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
      },
      ...more,
    },
  },
});
const view = (Name: string, originalSql: string) => {
  const text = Buffer.from(JSON.stringify({ originalSql, catalog: 'awsdatacatalog', schema: 'lake' }));
  const ViewOriginalText = `/* Presto View: ${text.toString('base64')} */`;
  return table(Name, { TableType: 'VIRTUAL_VIEW', ViewOriginalText, PartitionKeys: [] });
};
const workGroup = (Name: string, more: object = {}) => ({
  Type: 'AWS::Athena::WorkGroup',
  Properties: {
    Name,
    WorkGroupConfiguration: { ResultConfiguration: { OutputLocation: 's3://results/athena' }, ...more },
  },
});

const resources = {
  Lake: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'lake-bucket' } },
  Results: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'results' } },
  Database: { Type: 'AWS::Glue::Database', Properties: { DatabaseInput: { Name: 'lake' } } },
  Told: table(
    'told',
    {},
    {
      'projection.enabled': 'true',
      'projection.day.type': 'date',
      'projection.day.format': 'yyyy-MM-dd',
      'projection.day.range': '2026-01-01,NOW+1DAY',
      'storage.location.template': { 'Fn::Join': ['', ['s3://', { Ref: 'Lake' }, `/events/day=${day}/`]] },
    },
  ),
  Empty: table('empty', {
    StorageDescriptor: {
      Columns: columns,
      Location: 's3://lake-bucket/nothing-here/',
      SerdeInfo: { SerializationLibrary: 'parquet' },
    },
  }),
  // In the wrong order: one view reads the other.
  Rates: view('rates', 'SELECT day, 100e0 * sum(bounced) / count(*) AS bounce_rate FROM sends GROUP BY day'),
  Sends: view('sends', "SELECT day, if(type = 'bounce', 1, 0) AS bounced FROM lake.told"),
  WorkGroup: workGroup('stats'),
  Narrow: workGroup('narrow', { BytesScannedCutoffPerQuery: 1_000 }),
};

let running: RunningTemplate;
let athena: Athena;
let s3: S3;

const put = async (key: string, sql: string) =>
  s3.putObject({ Bucket: 'lake-bucket', Key: `events/${key}`, Body: await parquetOf(sql) });

beforeAll(async () => {
  running = await runTemplate(aTemplate(resources), [queues, buckets, athenaRunner]);
  const settings = { ...clientSettings(running.run.awsEndpoint), maxAttempts: 1 };
  athena = new Athena(settings);
  s3 = new S3(settings);
  const row = (type: string, size: string, rate: string) =>
    `SELECT TIMESTAMP '2026-01-02 10:00:00.5' AS occurred_at, '${type}' AS type, ${size}::BIGINT AS size, ${rate}::DOUBLE AS rate,
     ['a', 'b "c"'] AS tags`;
  await put('day=2026-01-02/a.parquet', `${row('bounce', '7', '0.1')} UNION ALL ${row('open', 'NULL', '1')}`);
  await put('day=2026-01-03/b.parquet', `${row('open', '3', '12345678')} FROM range(2)`);
  await put('day=2026-01-03/_unfinished', row('ignored', '1', '1'));
  await put('day=2025-12-31/before-the-range.parquet', row('ignored', '1', '1'));
  await put('elsewhere.parquet', row('ignored', '1', '1'));
  await put(
    'day=2026-01-04/large.parquet',
    `SELECT TIMESTAMP '2026-01-04' AS occurred_at, md5(range::VARCHAR) AS type, range AS size, 'new' AS added_later, 1 AS unknown
     FROM range(5000)`,
  );
});

afterAll(async () => {
  athena.destroy();
  s3.destroy();
  await running.stop();
});

async function run(QueryString: string, more: Partial<StartQueryExecutionInput> = {}, client = athena) {
  const { QueryExecutionId } = await client.startQueryExecution({
    QueryString,
    WorkGroup: 'stats',
    QueryExecutionContext: { Database: 'lake' },
    ...more,
  });
  const execution = await vi.waitFor(async () => {
    const { QueryExecution } = await client.getQueryExecution({ QueryExecutionId });
    expect(QueryExecution?.Status?.CompletionDateTime).toBeDefined();
    return QueryExecution;
  }, 60_000);
  return {
    id: QueryExecutionId,
    execution,
    state: execution?.Status?.State,
    reason: execution?.Status?.StateChangeReason,
  };
}

async function rows(sql: string, more: Partial<StartQueryExecutionInput> = {}) {
  const { id, state, reason } = await run(sql, more);
  expect([state, reason]).toEqual(['SUCCEEDED', undefined]);
  const { ResultSet } = await athena.getQueryResults({ QueryExecutionId: id });
  return (ResultSet?.Rows ?? []).map(({ Data = [] }) => Data.map(({ VarCharValue }) => VarCharValue));
}

const firstDays = "day < '2026-01-04'";

describe('a query', () => {
  it('reads the files of a table: all that it sees, and nothing else', async () => {
    expect(await rows('SELECT day, count(*) AS events FROM told GROUP BY day ORDER BY day')).toEqual([
      ['day', 'events'],
      ['2026-01-02', '2'],
      ['2026-01-03', '2'],
      ['2026-01-04', '5000'],
    ]);
  });

  it('gives values as Athena writes them, and types as Trino calls them', async () => {
    const { id } = await run(
      `SELECT occurred_at, type, size, rate, tags, added_later, size > 3, count(*) OVER (), date '2026-01-01' AS d, sum(size) OVER () AS "the sum",
       cast(1.5 AS decimal(4, 2)) AS dec FROM told WHERE ${firstDays} ORDER BY type, size LIMIT 2`,
    );
    const { ResultSet } = await athena.getQueryResults({ QueryExecutionId: id });
    const [header, bounce, open] = (ResultSet?.Rows ?? []).map(({ Data = [] }) =>
      Data.map((each) => each.VarCharValue),
    );
    expect(header).toEqual([
      ...[
        'occurred_at',
        'type',
        'size',
        'rate',
        'tags',
        'added_later',
        '_col6',
        '_col7',
        'd',
        'the sum',
        'dec',
      ],
    ]);
    expect(bounce).toEqual([
      ...[
        '2026-01-02 10:00:00.500',
        'bounce',
        '7',
        '0.1',
        '[a, b "c"]',
        undefined,
        'true',
        '4',
        '2026-01-01',
        '13',
        '1.50',
      ],
    ]);
    expect(open?.[3]).toBe('1.2345678E7');
    expect(ResultSet?.ResultSetMetadata?.ColumnInfo?.map(({ Type }) => Type)).toEqual([
      ...[
        'timestamp',
        'varchar',
        'bigint',
        'double',
        'array',
        'varchar',
        'boolean',
        'bigint',
        'date',
        'bigint',
        'decimal',
      ],
    ]);
  });

  it('reads views, which read other views', async () => {
    expect(await rows(`SELECT bounce_rate FROM rates WHERE ${firstDays} ORDER BY day`)).toEqual([
      ['bounce_rate'],
      ['50.0'],
      ['0.0'],
    ]);
  });

  it('of a table without files has columns and no rows', async () => {
    expect(await rows('SELECT day, size, tags FROM empty')).toEqual([['day', 'size', 'tags']]);
  });

  it('finds a table by its database and catalog too', async () => {
    const sql = 'SELECT count(*) AS n FROM awsdatacatalog.lake.told a, "lake"."empty" b';
    expect(await rows(sql, { QueryExecutionContext: {} })).toEqual([['n'], ['0']]);
  });

  it('divides integers and knows functions as Trino does', async () => {
    expect(
      await rows(`SELECT 7 / 2 AS a, 7e0 / 2 AS b, cardinality(tags) AS c, element_at(tags, 1) AS d, day_of_week(occurred_at) AS e,
        date_format(occurred_at, '%H:%i:%s') AS f, regexp_like(type, '^b') AS g, array_join(tags, '+') AS h
        FROM told CROSS JOIN UNNEST(tags) AS t(tag) WHERE type = 'bounce' AND tag = 'a'`),
    ).toEqual([
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      ['3', '3.5', '2', 'a', '5', '10:00:00', 'true', 'a+b "c"'],
    ]);
  });

  it('takes parameters, written as in SQL', async () => {
    const sql = "SELECT type, '?' AS mark FROM told WHERE type = ? AND size > ? -- really?";
    expect(await rows(sql, { ExecutionParameters: ["'bounce'", '5'] })).toEqual([
      ['type', 'mark'],
      ['bounce', '?'],
    ]);
    await expect(run(sql, { ExecutionParameters: ["'bounce'"] })).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Incorrect number of parameters: expected 2 but found 1',
    });
  });

  it('has its result in pages, with the names of the columns in the first', async () => {
    const { id } = await run("SELECT size FROM told WHERE day = '2026-01-04' ORDER BY size");
    const sizes: (string | undefined)[] = [];
    const lengths: number[] = [];
    let NextToken: string | undefined;
    do {
      const page = await athena.getQueryResults({ QueryExecutionId: id, NextToken });
      lengths.push(page.ResultSet?.Rows?.length ?? 0);
      for (const { Data } of page.ResultSet?.Rows ?? []) sizes.push(Data?.[0]?.VarCharValue);
      NextToken = page.NextToken;
    } while (NextToken);
    expect(lengths).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1]);
    expect(sizes).toEqual(['size', ...Array.from({ length: 5_000 }, (_, index) => String(index))]);
  });

  it('has its result as an object too', async () => {
    const { execution } = await run(`SELECT type, added_later, tags FROM told WHERE type = 'bounce'`);
    const location = execution?.ResultConfiguration?.OutputLocation ?? '';
    expect(location).toBe(`s3://results/athena/${execution?.QueryExecutionId}.csv`);
    const { Body } = await s3.getObject({ Bucket: 'results', Key: location.slice('s3://results/'.length) });
    expect(await Body?.transformToString()).toBe('"type","added_later","tags"\n"bounce",,"[a, b ""c""]"\n');
  });
});

describe('the bytes that a query scans', () => {
  const scanned = async (sql: string, more: Partial<StartQueryExecutionInput> = {}) =>
    (await run(sql, more)).execution?.Statistics?.DataScannedInBytes ?? -1;

  it('are those of the read columns, in the read partitions', async () => {
    const everything = await scanned('SELECT max(type), max(size) FROM told');
    const oneColumn = await scanned('SELECT max(type) FROM told');
    const oneDay = await scanned("SELECT max(type) FROM told WHERE day <= '2026-01-03'");
    expect(oneDay).toBeGreaterThan(0);
    expect(oneDay).toBeLessThan(1_000);
    expect(oneColumn).toBeGreaterThan(100_000);
    expect(everything).toBeGreaterThan(oneColumn);
    expect(await scanned('SELECT count(*) FROM told')).toBeLessThan(1_000);
  });

  it('are limited by the work group', async () => {
    const { state, reason, id } = await run('SELECT max(type) FROM told', { WorkGroup: 'narrow' });
    expect([state, reason]).toEqual(['CANCELLED', 'Query cancelled! : Bytes scanned limit was exceeded']);
    await expect(athena.getQueryResults({ QueryExecutionId: id })).rejects.toThrow(
      'Query did not finish successfully. Final query state: CANCELLED',
    );
    const narrow = await run(`SELECT max(type) FROM told WHERE ${firstDays}`, { WorkGroup: 'narrow' });
    expect(narrow.state).toBe('SUCCEEDED');
  });

  it('are none when an earlier result is used again', async () => {
    const sql = "SELECT max(type) AS latest FROM told WHERE 'same' = 'same'";
    const ResultReuseConfiguration = { ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: 5 } };
    const first = await run(sql, { ResultReuseConfiguration });
    const second = await run(sql, { ResultReuseConfiguration });
    expect([first, second].map(({ execution }) => execution?.Statistics?.ResultReuseInformation)).toEqual([
      { ReusedPreviousResult: false },
      { ReusedPreviousResult: true },
    ]);
    expect(second.execution?.Statistics?.DataScannedInBytes).toBe(0);
    expect(await rows(sql)).toHaveLength(2);
  });
});

describe('a query that fails', () => {
  it.each([
    [
      'SELECT nothing FROM told',
      "COLUMN_NOT_FOUND: line 1:8: Column 'nothing' cannot be resolved or requester is not authorized to access requested resources",
    ],
    [
      'SELECT 1 FROM nowhere',
      "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.lake.nowhere' does not exist",
    ],
    [
      'SELECT no_such(1)',
      "FUNCTION_NOT_FOUND: line 1:8: Function 'no_such' not registered; the local stack does not know every function of Athena",
    ],
    [
      "SELECT date_add('day', -1, DATE '2026-01-01')",
      'NOT_SUPPORTED: line 1:8: the local stack does not know date_add with these arguments; Athena may',
    ],
    ["SELECT cast('x' AS bigint)", "INVALID_CAST_ARGUMENT: Could not convert string 'x' to INT64"],
  ])('%s says why, in the words of Athena or as a limit of this engine', async (sql, reason) => {
    const { execution, ...found } = await run(sql);
    expect(found).toMatchObject({ state: 'FAILED', reason });
    expect(execution?.Status?.AthenaError).toMatchObject({ ErrorCategory: 2, ErrorMessage: reason });
  });

  it.each([
    ['SELEC 1', {}, 'line 1:1: syntax error at or near "SELEC"'],
    ['SELECT 1; SELECT 2', {}, 'Only one sql statement is allowed. Got: SELECT 1; SELECT 2'],
    [
      'DROP TABLE told',
      {},
      "Queries of this type are not supported: the local stack's Athena runs only SELECT",
    ],
    ["SELECT * FROM read_csv('/etc/hostname')", {}, "line 1:1: Table function 'read_csv' not registered"],
    [
      'SELECT 1 AS a QUALIFY row_number() OVER () = 1',
      {},
      "line 1:1: mismatched input 'QUALIFY': Athena does not know it",
    ],
    ['SELECT 1 + 5 / 0', {}, 'DIVISION_BY_ZERO: Division by zero'],
    ['SELECT 5.5 % 0', {}, 'DIVISION_BY_ZERO: Division by zero'],
    ['SELECT 1', { WorkGroup: 'other' }, 'WorkGroup other is not found.'],
    ['SELECT 1', { WorkGroup: 'primary' }, /^No output location provided/],
  ])('%s %o is refused at once', async (sql, more, message) => {
    await expect(run(sql, more)).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is none when floating point is divided by zero, as in Athena', async () => {
    expect((await run('SELECT 5e0 / 0 AS a, 5 / 1 AS b')).state).toBe('SUCCEEDED');
  });

  it('cannot read files that are not in a bucket', async () => {
    const { state } = await run("SELECT * FROM '/etc/hostname'");
    expect(state).toBe('FAILED');
  });
});

describe('an execution', () => {
  it('can be stopped, and says so', async () => {
    const long = 'SELECT count(*) FROM told a, told b, told c, told d';
    const { QueryExecutionId: id } = await athena.startQueryExecution({
      QueryString: long,
      WorkGroup: 'stats',
      QueryExecutionContext: { Database: 'lake' },
    });
    await expect(athena.getQueryResults({ QueryExecutionId: id })).rejects.toThrow(
      /^Query has not yet finished/,
    );
    await athena.stopQueryExecution({ QueryExecutionId: id });
    await vi.waitFor(async () => {
      const { QueryExecutions } = await athena.batchGetQueryExecution({ QueryExecutionIds: [id ?? ''] });
      expect(QueryExecutions?.[0]?.Status).toMatchObject({
        State: 'CANCELLED',
        StateChangeReason: 'Query cancelled by user',
      });
    }, 30_000);
  });

  it('is the same for the same token, and one that does not exist is named', async () => {
    const ClientRequestToken = 'a'.repeat(32);
    const first = await run('SELECT 1 AS a', { ClientRequestToken });
    expect((await run('SELECT 1 AS a', { ClientRequestToken })).id).toBe(first.id);
    await expect(run('SELECT 2 AS a', { ClientRequestToken })).rejects.toThrow(
      'Idempotent parameters do not match',
    );
    const batch = await athena.batchGetQueryExecution({ QueryExecutionIds: [first.id ?? '', 'none'] });
    expect([
      batch.QueryExecutions?.length,
      batch.UnprocessedQueryExecutionIds?.[0]?.QueryExecutionId,
    ]).toEqual([1, 'none']);
    await expect(athena.getQueryExecution({ QueryExecutionId: 'none' })).rejects.toThrow(
      'QueryExecution none was not found',
    );
  });
});

describe('the role of a caller', () => {
  const allow = (Action: string | string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });
  const needed = [
    allow(
      ['athena:StartQueryExecution', 'athena:GetQuery*'],
      'arn:aws:athena:us-east-1:000000000000:workgroup/stats',
    ),
    allow(['s3:PutObject', 's3:GetObject'], 'arn:aws:s3:::results/athena/*'),
    allow('s3:GetBucketLocation', 'arn:aws:s3:::results'),
    allow(['glue:GetDatabase', 'glue:GetTable'], 'arn:aws:glue:us-east-1:000000000000:*'),
    allow('s3:ListBucket', 'arn:aws:s3:::lake-bucket'),
    allow('s3:GetObject', 'arn:aws:s3:::lake-bucket/events/*'),
  ];

  it.each([
    ['everything that is needed', undefined, undefined],
    ['no query', 0, 'athena:StartQueryExecution on arn:aws:athena:us-east-1:000000000000:workgroup/stats'],
    ['no result', 1, 's3:PutObject on arn:aws:s3:::results/athena/result.csv'],
    ['no catalog', 3, 'glue:GetDatabase on arn:aws:glue:us-east-1:000000000000:catalog'],
    ['no list of files', 4, 's3:ListBucket on arn:aws:s3:::lake-bucket'],
    ['no file', 5, 's3:GetObject on arn:aws:s3:::lake-bucket/events/object'],
  ])('with %s', async (_, without, missing) => {
    running.run.limit(
      'CALLER',
      readStatements({ Statement: needed.filter((__, index) => index !== without) }),
    );
    const caller = new Athena({
      ...clientSettings(running.run.awsEndpoint),
      credentials: { ...fakeCredentials, accessKeyId: 'CALLER' },
      maxAttempts: 1,
    });
    const asked = run(`SELECT count(*) FROM rates WHERE ${firstDays}`, {}, caller);
    if (missing) await expect(asked).rejects.toThrow(`the role of the function does not allow ${missing}`);
    else expect(await asked).toMatchObject({ state: 'SUCCEEDED' });
    caller.destroy();
  });
});

describe('a table that could not be read', () => {
  const parquet = { SerdeInfo: { SerializationLibrary: 'parquet' } };
  it.each([
    [
      'another format',
      { StorageDescriptor: { SerdeInfo: { SerializationLibrary: 'json' } } },
      {},
      /has the format json/,
    ],
    [
      'no place',
      { StorageDescriptor: { ...parquet, Location: '/tmp' } },
      {},
      /expected its Location to be s3:/,
    ],
    [
      'an odd type',
      { StorageDescriptor: { ...parquet, Location: 's3://b/', Columns: [{ Name: 'a', Type: 'money' }] } },
      {},
      /no type money/,
    ],
    [
      'a view without SQL',
      { TableType: 'VIRTUAL_VIEW', ViewOriginalText: 'SELECT 1' },
      {},
      /expected ViewOriginalText/,
    ],
    [
      'folders without names',
      {},
      { 'storage.location.template': `s3://lake/${day}` },
      /expected storage.location.template to be/,
    ],
    [
      'an odd projection',
      {},
      { 'projection.day.type': 'moon' },
      /expected date, enum, integer or injected, found moon/,
    ],
    [
      'an odd range',
      {},
      {
        'projection.day.type': 'date',
        'projection.day.format': 'yyyy-MM-dd',
        'projection.day.range': 'then,NOW',
      },
      /"then" is not a date/,
    ],
  ])('because of %s is refused in one line', async (_, more, parameters, message) => {
    const Odd = table('odd', more, { 'projection.enabled': 'true', ...parameters });
    await expect(
      runTemplate(aTemplate({ ...resources, Odd }), [queues, buckets, athenaRunner]),
    ).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(message),
    });
  });
});
