import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './cannot-start.ts';

export type Resource = {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
};

/** A stack as `cdk synth` writes it: its template, and where the bundles are. */
export type StackTemplate = {
  readonly stackName: string;
  readonly assemblyDir: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown; readonly Condition?: string }>>;
  readonly parameters: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly conditions: Readonly<Record<string, unknown>>;
};

type Artifact = {
  type: string;
  properties?: { templateFile?: string; stackName?: string };
};

export function readTemplate(assemblyDir: string): StackTemplate {
  const manifest = readJson(join(assemblyDir, 'manifest.json')) as { artifacts?: Record<string, Artifact> };
  const stacks = Object.entries(manifest.artifacts ?? {}).filter(
    ([, artifact]) => artifact.type === 'aws:cloudformation:stack',
  );
  const [only] = stacks;
  if (!only || stacks.length > 1) {
    throw new CannotStart(
      `${assemblyDir} holds ${stacks.length} stacks (${stacks.map(([id]) => id).join(', ')}); the local stack needs exactly one`,
    );
  }
  const [id, { properties }] = only;
  const template = readJson(join(assemblyDir, properties?.templateFile ?? `${id}.template.json`));
  return {
    stackName: properties?.stackName ?? id,
    assemblyDir,
    resources: (template['Resources'] ?? {}) as StackTemplate['resources'],
    outputs: (template['Outputs'] ?? {}) as StackTemplate['outputs'],
    parameters: (template['Parameters'] ?? {}) as StackTemplate['parameters'],
    conditions: (template['Conditions'] ?? {}) as StackTemplate['conditions'],
  };
}

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CannotStart(`cannot read ${path} (${(error as Error).message}); \`cdk synth\` writes it`);
  }
}
