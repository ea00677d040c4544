import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../providers/manifests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = '{app,bin,cli,client,core,lambdas,lib,local,providers,queue,store}/**/*.ts';
const lists = ['manifests', 'normalizers', 'simulators', 'verifiers'].map((list) => `providers/${list}.ts`);

/** Files in which a word that is also a provider's name means something else. */
const allowed: Readonly<Record<string, string>> = {
  'cli/cost/measured-usage.ts': 'a benchmark wrote it, with figures by provider',
  'lib/encryption.ts': 'ses.amazonaws.com is the service principal of AWS',
  'lib/ses-feed.ts': 'the construct is made of resources of AWS: service principal, configuration set',
  'local/no-local-effect.ts': 'AWS::SES:: begins the names of CloudFormation types',
  'store/vocabulary.ts': 'the bytes are part of a stored format',
};

const words = manifests
  .flatMap(({ name, title }) => [name, title])
  .map((word) => word.replace(' ', String.raw`\s`))
  .join('|');
/** A whole word: aws-ses, sesTopicArns or SES_TOPIC_ARNS do not name a provider. */
const provider = new RegExp(String.raw`(?<![\w-])(?:${words})(?![\w-])`, 'gi');

/** Also matches strings, so that something like a comment inside a string is not removed. */
const commentOrString =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

function namesIn(source: string): string[] {
  const code = source.replace(commentOrString, (found) => (found.startsWith('/') ? '' : found));
  return code.match(provider) ?? [];
}

const named = new Map(
  globSync(product, { cwd: root })
    .filter((path) => !lists.includes(path))
    .filter((path) => !manifests.some(({ name }) => path.startsWith(`providers/${name}/`)))
    .map((path) => [path, namesIn(readFileSync(`${root}/${path}`, 'utf8'))] as const)
    .filter(([, names]) => names.length > 0),
);

describe('the name of a provider', () => {
  it('is in its folder and in the lists, and nowhere else in the code', () => {
    const elsewhere = [...named].filter(([path]) => !Object.hasOwn(allowed, path));
    expect(elsewhere.map(([path, names]) => `${path}: ${names.join(', ')}`)).toEqual([]);
  });

  it('has no exception that is no longer needed', () => {
    expect(Object.keys(allowed).filter((path) => !named.has(path))).toEqual([]);
  });

  it.each([
    ["if (provider === 'resend') return;", ['resend']],
    ['const help = `send sendgrid delivered`;', ['sendgrid']],
    ["const text = 'Standard Webhooks';", ['Standard Webhooks']],
    ["type Queue = 'events' | 'ses';", ['ses']],
    ["const url = 'https://x/webhooks/postmark'; // mailgun", ['postmark']],
    ['/* Resend */ // SES', []],
    ["import 'aws-cdk-lib/aws-ses'; SES_TOPIC_ARNS.sesTopicArns;", []],
  ])('is found in code and not in comments: %s', (source, names) => {
    expect(namesIn(source)).toEqual(names);
  });
});
