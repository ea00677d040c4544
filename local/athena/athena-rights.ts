import { arnOf } from '../identity.ts';
import type { Right } from '../permissions.ts';
import { bucketArn } from '../s3/s3-rights.ts';
import type { CatalogTable } from './glue-catalog.ts';
import type { QueryEngine } from './query-engine.ts';
import type { QueryRequest } from './query-execution.ts';

export type RightsContext = { readonly engine: Pick<QueryEngine, 'tablesOf'> };

/**
 * Athena reads the catalog and the files in the name of its caller, and writes the result in its name. On AWS a query fails
 * for want of these rights; here it is refused before it starts.
 */
export async function athenaRights(
  action: string,
  requests: readonly QueryRequest[],
  { engine }: RightsContext,
): Promise<Right[]> {
  const rights: Right[] = [];
  for (const { filledIn, database, workGroup, outputLocation } of requests) {
    rights.push({ action: `athena:${action}`, resources: [arnOf('athena', `workgroup/${workGroup.name}`)] });
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(outputLocation) ?? [];
    const results = bucketArn(`${bucket}/${prefix.replace(/\/?$/, prefix ? '/' : '')}result.csv`);
    if (action === 'GetQueryResults') rights.push({ action: 's3:GetObject', resources: [results] });
    if (action !== 'StartQueryExecution') continue;
    rights.push(
      { action: 's3:PutObject', resources: [results] },
      { action: 's3:GetBucketLocation', resources: [bucketArn(bucket)] },
    );
    for (const table of await engine.tablesOf(filledIn, database)) rights.push(...tableRights(table));
  }
  return rights;
}

function tableRights(table: CatalogTable): Right[] {
  const inCatalog = [arnOf('glue', 'catalog'), arnOf('glue', `database/${table.database}`)];
  const glue: Right[] = [
    { action: 'glue:GetDatabase', resources: inCatalog },
    {
      action: 'glue:GetTable',
      resources: [...inCatalog, arnOf('glue', `table/${table.database}/${table.name}`)],
    },
  ];
  if (table.kind === 'view') return glue;
  return [
    ...glue,
    { action: 's3:ListBucket', resources: [bucketArn(table.bucket)], context: { 's3:prefix': table.prefix } },
    { action: 's3:GetObject', resources: [bucketArn(`${table.bucket}/${table.prefix}object`)] },
  ];
}
