import { CannotStart } from '../cannot-start.ts';
import type { LocalResource } from '../runner.ts';
import { toDuckDbType } from './hive-type.ts';
import { type IsProjected, readProjection } from './projection.ts';

export type Column = { readonly name: string; readonly type: string };

export type FileTable = {
  readonly kind: 'files';
  readonly database: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly partitions: readonly (Column & { readonly isProjected: IsProjected })[];
  readonly bucket: string;
  readonly prefix: string;
};

export type ViewTable = {
  readonly kind: 'view';
  readonly database: string;
  readonly name: string;
  readonly sql: string;
};

export type CatalogTable = FileTable | ViewTable;

export type GlueCatalog = {
  readonly databases: readonly string[];
  find(database: string, table: string): CatalogTable | undefined;
};

type GlueColumn = { readonly Name: string; readonly Type?: string };

type TableInput = {
  readonly Name?: string;
  readonly TableType?: string;
  readonly Parameters?: Readonly<Record<string, string>>;
  readonly PartitionKeys?: readonly GlueColumn[];
  readonly ViewOriginalText?: string;
  readonly StorageDescriptor?: {
    readonly Columns?: readonly GlueColumn[];
    readonly Location?: string;
    readonly SerdeInfo?: { readonly SerializationLibrary?: string };
  };
};

/** Names are compared in lower case, as Glue does. */
export function readCatalog(
  databases: readonly LocalResource[],
  tables: readonly LocalResource[],
): GlueCatalog {
  const read = tables.map(readTable);
  return {
    databases: databases.map(({ name }) => name),
    find: (database, table) =>
      read.find((each) => each.database === database.toLowerCase() && each.name === table.toLowerCase()),
  };
}

function readTable(resource: LocalResource): CatalogTable {
  const input = resource.property<TableInput>('TableInput') ?? {};
  const database = (resource.property<string>('DatabaseName') ?? '').toLowerCase();
  const named = { database, name: (input.Name ?? resource.name).toLowerCase() };
  return input.TableType === 'VIRTUAL_VIEW'
    ? { ...named, kind: 'view', sql: readView(resource, input) }
    : { ...named, kind: 'files', ...readFiles(resource, input) };
}

/** Athena keeps the SQL of a view in a comment, as base64 of JSON. */
function readView({ logicalId }: LocalResource, { ViewOriginalText: text = '' }: TableInput): string {
  const [, encoded] = /^\/\* Presto View: ([A-Za-z0-9+/=]+) \*\/$/.exec(text.trim()) ?? [];
  try {
    const { originalSql } = JSON.parse(Buffer.from(encoded ?? '', 'base64').toString()) as {
      originalSql?: unknown;
    };
    if (typeof originalSql === 'string') return originalSql;
  } catch {
    // Reported below, like JSON without SQL.
  }
  throw new CannotStart(
    `${logicalId}: expected ViewOriginalText to be "/* Presto View: <base64 of JSON with originalSql> */"`,
  );
}

function readFiles(
  resource: LocalResource,
  { Parameters = {}, PartitionKeys = [], StorageDescriptor = {} }: TableInput,
): Omit<FileTable, 'kind' | 'database' | 'name'> {
  const { logicalId } = resource;
  const library = StorageDescriptor.SerdeInfo?.SerializationLibrary ?? '';
  if (!/parquet/i.test(library)) {
    throw new CannotStart(
      `${logicalId} has the format ${library}; local/athena/glue-catalog.ts supports only Parquet`,
    );
  }
  const location = (StorageDescriptor.Location ?? '').replace(/\/?$/, '/');
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(location) ?? [];
  if (!bucket) throw new CannotStart(`${logicalId}: expected its Location to be s3://…, found ${location}`);
  const isComputed = Parameters['projection.enabled'] === 'true';
  const template = Parameters['storage.location.template']?.replace(/\/?$/, '/');
  const folders = PartitionKeys.map(({ Name }) => `${Name}=\${${Name}}/`).join('');
  if (isComputed && template !== undefined && template !== `${location}${folders}`) {
    throw new CannotStart(
      `${logicalId}: expected storage.location.template to be ${location}${folders}, found ${template}`,
    );
  }
  return {
    bucket,
    prefix,
    columns: (StorageDescriptor.Columns ?? []).map(toColumn),
    partitions: PartitionKeys.map((key) => ({
      ...toColumn(key),
      isProjected: isComputed ? readProjection(logicalId, key.Name, Parameters) : () => true,
    })),
  };
}

function toColumn({ Name, Type = 'string' }: GlueColumn): Column {
  return { name: Name.toLowerCase(), type: toDuckDbType(Type) };
}
