import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StackTemplate } from '../../../local/template.ts';

/** A folder for one test, and a function that removes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'mailfold-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A template as it is read from an assembly, with these resources. */
export function aTemplate(resources: StackTemplate['resources']): StackTemplate {
  return { stackName: 'Tiny', assemblyDir: '', resources, outputs: {}, parameters: {}, conditions: {} };
}

/** Writes what `cdk synth` would: a manifest, a template, and a folder for each function's code. */
export function writeAssembly(
  folder: string,
  template: Record<string, unknown>,
  code: Readonly<Record<string, string>> = {},
): string {
  const artifacts = {
    Tiny: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Tiny.template.json' } },
    'Tiny.assets': { type: 'cdk:asset-manifest' },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
  writeFileSync(join(folder, 'Tiny.template.json'), JSON.stringify(template));
  for (const [name, source] of Object.entries(code)) {
    mkdirSync(join(folder, `asset.${name}`), { recursive: true });
    writeFileSync(join(folder, `asset.${name}`, 'index.mjs'), source);
  }
  return folder;
}

/** A function whose code is in `asset.<name>`. */
export function aFunction(name: string, properties: Record<string, unknown> = {}) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Timeout: 5,
      MemorySize: 128,
      Code: { S3Bucket: 'assets', S3Key: `${name}.zip` },
      ...properties,
    },
  };
}
