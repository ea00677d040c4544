import { Aws, type Duration } from 'aws-cdk-lib';
import { CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { askedDays } from '../lake/sql/asked-days.ts';
import { views } from '../lake/sql/views.ts';
import { toldColumns } from '../lake/told-columns.ts';
import { glueNameOf } from './glue-name.ts';
import { hiveColumn, viewText } from './glue-text.ts';
import { eventsPrefix, resultsPrefix } from './lake-bucket.ts';

export interface LakeCatalogProps {
  readonly mailfoldName: string;
  readonly bucket: IBucket;
  /** How long events are kept. @default - for ever */
  readonly retention?: Duration;
  readonly encryptionKey?: IKey;
}

/** What a question may read, so that a slip costs at most five cents. */
const mostBytesPerQuestion = 10 * 1_000_000_000;

/** The table `told` with its views, and the workgroup in which Athena asks them. */
export class LakeCatalog extends Construct {
  readonly databaseName: string;
  readonly workGroupName: string;
  readonly tableNames: readonly string[] = ['told', ...views.map(({ name }) => name)];

  constructor(scope: Construct, id: string, props: LakeCatalogProps) {
    super(scope, id);
    this.databaseName = glueNameOf(props.mailfoldName);
    this.workGroupName = props.mailfoldName;
    const database = new CfnDatabase(this, 'Database', {
      catalogId: Aws.ACCOUNT_ID,
      databaseInput: {
        name: this.databaseName,
        description: `${props.mailfoldName}: the history of all mail events`,
      },
    });
    this.addToldTable(database, props);
    this.addViews(database);
    this.addWorkGroup(props);
  }

  /** The days are computed, so that nobody has to register a partition. */
  private addToldTable(database: CfnDatabase, { bucket, retention }: LakeCatalogProps): void {
    // The tidier deletes what is older than the retention, so that lists of these days would cost money for nothing.
    const before = Math.min(askedDays.before, retention?.toDays() ?? askedDays.before);
    const location = `s3://${bucket.bucketName}/${eventsPrefix}`;
    const parquet = 'org.apache.hadoop.hive.ql.io.parquet';
    new CfnTable(this, 'Told', {
      catalogId: Aws.ACCOUNT_ID,
      databaseName: database.ref,
      tableInput: {
        name: 'told',
        description: 'Events as they were told, filed under their own day; the view events has each once',
        tableType: 'EXTERNAL_TABLE',
        parameters: {
          EXTERNAL: 'TRUE',
          classification: 'parquet',
          'projection.enabled': 'true',
          'projection.day.type': 'date',
          'projection.day.format': 'yyyy-MM-dd',
          'projection.day.range': `NOW-${before}DAYS,NOW+${askedDays.after}DAYS`,
          'projection.day.interval': '1',
          'projection.day.interval.unit': 'DAYS',
          'storage.location.template': `${location}day=\${day}/`,
        },
        // A string: both engines then leave out days by comparing strings.
        partitionKeys: [{ name: 'day', type: 'string' }],
        storageDescriptor: {
          location,
          columns: toldColumns.map(hiveColumn),
          inputFormat: `${parquet}.MapredParquetInputFormat`,
          outputFormat: `${parquet}.MapredParquetOutputFormat`,
          serdeInfo: { serializationLibrary: `${parquet}.serde.ParquetHiveSerDe` },
        },
      },
    });
  }

  private addViews(database: CfnDatabase): void {
    for (const view of views) {
      new CfnTable(this, `View${view.name}`, {
        catalogId: Aws.ACCOUNT_ID,
        databaseName: database.ref,
        tableInput: {
          name: view.name,
          tableType: 'VIRTUAL_VIEW',
          parameters: { presto_view: 'true', comment: 'Presto View' },
          storageDescriptor: { columns: view.columns.map(hiveColumn), serdeInfo: {} },
          viewOriginalText: viewText(view, this.databaseName),
          viewExpandedText: '/* Presto View */',
        },
      });
    }
  }

  private addWorkGroup({ bucket, encryptionKey }: LakeCatalogProps): void {
    new CfnWorkGroup(this, 'WorkGroup', {
      name: this.workGroupName,
      description: 'Mailfold: questions about the history of mail events',
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
        bytesScannedCutoffPerQuery: mostBytesPerQuestion,
        publishCloudWatchMetricsEnabled: false,
        resultConfiguration: {
          outputLocation: `s3://${bucket.bucketName}/${resultsPrefix}`,
          encryptionConfiguration: encryptionKey
            ? { encryptionOption: 'SSE_KMS', kmsKey: encryptionKey.keyArn }
            : { encryptionOption: 'SSE_S3' },
        },
      },
    });
  }
}
