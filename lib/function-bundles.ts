import { cpSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type OutputFile } from 'esbuild';

/** The folders under lambdas/ with a handler.ts. */
const functionFolders = [
  'receiver',
  'consumer',
  'api-reader',
  'api-writer',
  'api-operator',
  'console-files',
  'console-claims',
  'api-stats',
  'historian',
  'tidier',
  'announcer',
  'sender',
] as const;
export type FunctionFolder = (typeof functionFolders)[number];

/**
 * Modules of the SDK that never run in our functions, and the files that replace them. They would take up a third of a
 * bundle. See docs/decisions/small-bundles.md.
 */
const replacements = {
  '@aws-sdk/credential-provider-node': 'credentials',
  '@smithy/core/event-streams': 'event-streams',
  'mnemonist/lru-cache': 'lru-cache',
};

/** The code of a function, bundled unless the CDK asks for a template only. `files`: a folder to copy into it. */
export function codeOf(folder: FunctionFolder, files: string | undefined): Code {
  return Code.fromAsset(dirname(handlerOf(folder)), {
    // Equal bundles are equal assets, wherever they are made.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('not used: bundling never leaves this process'),
      local: {
        tryBundle(outputDir) {
          for (const { path, contents } of bundleOf(folder))
            writeFileSync(join(outputDir, basename(path)), contents);
          if (files !== undefined) cpSync(files, join(outputDir, 'files'), { recursive: true });
          return true;
        },
      },
    },
  });
}

let bundled: readonly OutputFile[] | undefined;

function bundleOf(folder: FunctionFolder): readonly OutputFile[] {
  // All functions at once, and once for all stacks: they share most of their modules, which are then read and parsed once.
  bundled ??= bundleAll();
  return bundled.filter(({ path }) => basename(dirname(path)) === folder);
}

function bundleAll(): readonly OutputFile[] {
  const { outputFiles } = buildSync({
    entryPoints: Object.fromEntries(functionFolders.map((folder) => [`${folder}/index`, handlerOf(folder)])),
    // Nothing is written there. Source maps name the sources relative to it, so it must not depend on the machine.
    outdir: join(import.meta.dirname, '../bundles'),
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    sourcemap: true,
    // A stack trace needs names and line numbers from the source map, not the sources.
    sourcesContent: false,
    // Prefer the ES modules of a package: the bundle is a third smaller.
    mainFields: ['module', 'main'],
    alias: Object.fromEntries(
      Object.entries(replacements).map(([module, file]) => [module, fileOf(`replacements/${file}`)]),
    ),
    // sns-validator calls require, which ES modules do not have.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    logLevel: 'warning',
  });
  return outputFiles;
}

function handlerOf(folder: FunctionFolder): string {
  return fileOf(`${folder}/handler`);
}

/** A .ts file in this repository, a .js file in the published package: the same kind as this file. */
function fileOf(name: string): string {
  return join(import.meta.dirname, '../lambdas', `${name}${extname(import.meta.filename)}`);
}
