import { createAthenaService } from '../athena/athena-service.ts';
import { readCatalog } from '../athena/glue-catalog.ts';
import { createQueryEngine } from '../athena/query-engine.ts';
import type { WorkGroup } from '../athena/query-execution.ts';
import { createQueries } from '../athena/run-queries.ts';
import { arnOf, identityOf } from '../identity.ts';
import type { LocalResource, Runner } from '../runner.ts';
import { buckets } from './buckets.ts';
import { queues } from './queues.ts';

const databaseType = 'AWS::Glue::Database';
const tableType = 'AWS::Glue::Table';
const workGroupType = 'AWS::Athena::WorkGroup';

/** Answers queries of Athena from the files of the template's Glue tables. The engine is DuckDB. */
export const athena: Runner = {
  types: [databaseType, tableType, workGroupType],
  identify({ type, generatedName, property }) {
    const given = (of: string) => property<{ Name?: string }>(of)?.Name ?? generatedName;
    switch (type) {
      case databaseType: {
        const name = given('DatabaseInput').toLowerCase();
        return identityOf(name, arnOf('glue', `database/${name}`));
      }
      case tableType: {
        const name = given('TableInput').toLowerCase();
        return identityOf(name, arnOf('glue', `table/${property<string>('DatabaseName')}/${name}`));
      }
      default: {
        const name = property<string>('Name') ?? generatedName;
        return identityOf(name, arnOf('athena', `workgroup/${name}`));
      }
    }
  },
  async start(resources, run) {
    const ofType = (wanted: string) => resources.filter(({ type }) => type === wanted);
    const emulator = run.started(queues);
    const catalog = readCatalog(ofType(databaseType), ofType(tableType));
    const engine = createQueryEngine(catalog, run.started(buckets), emulator.objectsDir ?? '/nowhere');
    const queries = createQueries(engine, async (location, csv) => {
      const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? [];
      await emulator.putObject(bucket, key, Buffer.from(csv));
    });
    run.onStop(queries.close);
    const workGroups = [primary, ...ofType(workGroupType).map(readWorkGroup)];
    run.serve(createAthenaService(queries, workGroups, { engine }));
  },
};

/** Every account has it. */
const primary: WorkGroup = {
  name: 'primary',
  outputLocation: undefined,
  isEnforced: false,
  mostBytes: undefined,
};

type Configuration = {
  readonly EnforceWorkGroupConfiguration?: boolean;
  readonly BytesScannedCutoffPerQuery?: number;
  readonly ResultConfiguration?: { readonly OutputLocation?: string };
};

function readWorkGroup({ name, property }: LocalResource): WorkGroup {
  const given = property<Configuration>('WorkGroupConfiguration') ?? {};
  return {
    name,
    outputLocation: given.ResultConfiguration?.OutputLocation,
    isEnforced: given.EnforceWorkGroupConfiguration ?? true,
    mostBytes: given.BytesScannedCutoffPerQuery,
  };
}
