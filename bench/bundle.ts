import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { App } from 'aws-cdk-lib';
import { MailfoldStack } from '../lib/index.ts';
import { bundleContents } from './bundle-contents.ts';
import { median } from './measure.ts';
import { receiverBudget } from './receiver-budget.ts';
import type { Report, ReportTable } from './report.ts';

const receiverImportMillis = 150;
const rounds = 11;

type Bundle = {
  readonly name: string;
  readonly folder: string;
  /** The variables as deployed; a value that only a deployment knows is a placeholder. */
  readonly environment: Readonly<Record<string, string>>;
};

/** How large the deployed bundles are, and how long Node takes to load them. */
export async function bundle(): Promise<Report> {
  const outdir = mkdtempSync(join(tmpdir(), 'mailfold-bench-'));
  try {
    return reportOn(synthesizedBundles(outdir));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function reportOn(bundles: readonly Bundle[]): Report {
  const receiver = bundles.find(({ name }) => name === 'receiver');
  if (!receiver) throw new Error('expected a bundle of the receiver, found none');
  const { NODE_OPTIONS: _, ...withoutOptions } = receiver.environment;
  const withoutMaps = { ...receiver, name: 'receiver, without NODE_OPTIONS', environment: withoutOptions };

  const imports = measureImports([...bundles, withoutMaps]);
  const bytesOf = ({ folder }: Bundle) => statSync(join(folder, 'index.mjs')).size;
  const millisOf = ({ name }: Bundle) => imports.get(name)?.wall ?? Number.NaN;
  const cpuMillisOf = ({ name }: Bundle) => imports.get(name)?.cpu ?? Number.NaN;
  return {
    title: 'What a cold start loads',
    about: `The bundles as synthesized, and how long Node takes to import them: the median of ${rounds} new processes each, with the variables and the NODE_OPTIONS of the deployed function.`,
    tables: [
      {
        head: ['function', 'minified', 'gzip', 'source map', 'import', 'its CPU time'],
        rows: bundles.map((one) => [
          one.name,
          kilobytes(bytesOf(one)),
          kilobytes(gzipSync(readFileSync(join(one.folder, 'index.mjs'))).length),
          kilobytes(statSync(join(one.folder, 'index.mjs.map')).size),
          millis(millisOf(one)),
          millis(cpuMillisOf(one)),
        ]),
      },
      contentsTable(bundles),
    ],
    goals: [
      {
        goal: `receiver, minified: at most ${kilobytes(receiverBudget)}`,
        found: kilobytes(bytesOf(receiver)),
        isMet: bytesOf(receiver) <= receiverBudget,
      },
      {
        goal: `receiver, import: at most ${millis(receiverImportMillis)} on this machine`,
        found: millis(millisOf(receiver)),
        isMet: millisOf(receiver) <= receiverImportMillis,
      },
    ],
    notes: [
      `Without NODE_OPTIONS the receiver's import takes ${millis(millisOf(withoutMaps))}, ${millis(cpuMillisOf(withoutMaps))} of CPU: with them, Node reads the source map at once.`,
      'Measured on a warm local disk: on Lambda, the download of the bundle and the start of Node come on top.',
    ],
  };
}

function synthesizedBundles(outdir: string): Bundle[] {
  const app = new App({ outdir });
  const { stackName } = new MailfoldStack(app, 'Mailfold');
  const resources: Record<string, { Type: string; Properties: FunctionProperties }> = app
    .synth()
    .getStackByName(stackName).template.Resources;
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties: { Code, Environment } }) => {
      const values = Object.entries(Environment.Variables).map(([name, value]): [string, string] => [
        name,
        asDeployed(value),
      ]);
      const environment = Object.fromEntries(values);
      return {
        name: String(environment['POWERTOOLS_SERVICE_NAME']).replace('mailfold-', ''),
        folder: join(outdir, `asset.${Code.S3Key.replace('.zip', '')}`),
        environment: { ...environment, AWS_REGION: 'eu-west-1' },
      };
    });
}

/** A function may read a variable as JSON while it is imported, so only the parts that are not known become a placeholder. */
function asDeployed(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: readonly [string, readonly unknown[]] };
  return join ? join[1].map(asDeployed).join(join[0]) : 'known-when-deployed';
}

type FunctionProperties = {
  readonly Code: { readonly S3Key: string };
  readonly Environment: { readonly Variables: Readonly<Record<string, unknown>> };
};

type Import = { readonly wall: number; readonly cpu: number };

function measureImports(bundles: readonly Bundle[]): Map<string, Import> {
  const found = new Map<string, Import[]>(bundles.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of bundles) {
      const took = importOnce(one);
      // The first round fills the disk cache.
      if (round > 0) found.get(one.name)?.push(took);
    }
  }
  return new Map(
    [...found].map(([name, imports]) => [
      name,
      { wall: median(imports.map(({ wall }) => wall)), cpu: median(imports.map(({ cpu }) => cpu)) },
    ]),
  );
}

function importOnce({ folder, environment }: Bundle): Import {
  const script = `
    const wallBefore = performance.now();
    const cpuBefore = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(join(folder, 'index.mjs')))});
    const { user, system } = process.cpuUsage(cpuBefore);
    console.log(JSON.stringify({ wall: performance.now() - wallBefore, cpu: (user + system) / 1_000 }));`;
  const options = { cwd: folder, env: { ...environment }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], options));
}

function contentsTable(bundles: readonly Bundle[]): ReportTable {
  const contents = bundles.map(({ folder }) => new Map(bundleContents(folder)));
  const largest = new Set(contents.flatMap((parts) => [...parts.keys()].slice(0, 10)));
  const row = (name: string, bytesIn: (parts: Map<string, number>) => number) => [
    name,
    ...contents.map((parts) => (bytesIn(parts) === 0 ? '–' : kilobytes(bytesIn(parts)))),
  ];
  const others = (parts: Map<string, number>) =>
    [...parts].reduce((sum, [part, bytes]) => (largest.has(part) ? sum : sum + bytes), 0);
  return {
    caption: 'What they are made of, minified: the ten largest parts of each',
    head: ['package', ...bundles.map(({ name }) => name)],
    rows: [...[...largest].map((name) => row(name, (parts) => parts.get(name) ?? 0)), row('others', others)],
  };
}

/** A kilobyte has 1,000 bytes here, as in the goal. */
function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}

function millis(value: number): string {
  return `${value.toFixed(0)} ms`;
}
