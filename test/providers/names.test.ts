import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../providers/manifests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Every folder with code of the product: tests and pages name providers as they like. */
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\w+$/.test(entry.name))
  .map(({ name }) => name)
  .filter((name) => !['coverage', 'dist', 'docs', 'node_modules', 'test'].includes(name));
const product = `{${folders.join(',')}}/**/*.{ts,tsx}`;
const lists = [
  'connections',
  'history-formats',
  'manifests',
  'normalizers',
  'profiles',
  'simulators',
  'suppression-formats',
  'suppression-intakes',
  'verifiers',
].map((list) => `providers/${list}.ts`);

/** Files in which a word that is also a provider's name means something else. */
const allowed: Readonly<Record<string, string>> = {
  'bench/baselines/express-receiver.ts': 'what others do for this provider',
  'bench/baselines/plain-hmac.ts': 'how each provider signs, without our code',
  'bench/baselines/sendgrid-library.ts': "the provider's own library",
  'bench/load/habits.ts': 'how each provider sends',
  'bench/load/posts.ts': 'the load is the posts of one provider',
  'bench/load/ses-headers.ts': 'what one provider adds to a report',
  'bench/receiver-contenders.ts': 'a comparison with what others do for two providers',
  'bench/receiver.ts': 'a comparison with what others do for two providers',
  'bench/units.ts': 'the report describes the load',
  'bench/verify.ts': 'a comparison with what others do for each provider',
  'cli/cost/measured-usage.ts': 'a benchmark wrote it, with figures by provider',
  'lib/partition.ts': 'ses.amazonaws.com is the service principal of AWS',
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

/** Public text about constructs and their props. SES is also a service of AWS, and Standard Webhooks a specification. */
function namesInDocs(source: string): string[] {
  const docs = source.match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const isNeutral = (word: string) =>
    manifests.some(
      ({ name, title, transport, ...manifest }) =>
        (transport === 'topic' || 'servesNamedSources' in manifest) &&
        [name, title, 'SES'].some((each) => each.toLowerCase() === word.toLowerCase()),
    );
  return docs.flatMap((text) => text.match(provider) ?? []).filter((word) => !isNeutral(word));
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

  it('is not in the documentation of constructs: the manifest says what is special about a provider', () => {
    const documented = globSync('lib/*.ts', { cwd: root }).map(
      (path) => `${path}: ${namesInDocs(readFileSync(`${root}/${path}`, 'utf8')).join(', ')}`,
    );
    expect(documented.filter((line) => !line.endsWith(': '))).toEqual([]);
    expect(namesInDocs('/** 24 hours for Mailgun; SES has none. */ // Resend')).toEqual(['Mailgun']);
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
