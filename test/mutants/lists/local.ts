import type { Mutant } from '../mutant.ts';

const streams = ['test/local/stream-batch.test.ts'];
const issuer = ['test/local/oidc-issuer.test.ts'];

export const localMutants: readonly Mutant[] = [
  {
    name: 'stream-batch-goes-on-after-the-failed-record',
    file: 'local/streams/stream-batch.ts',
    find: 'Math.max(0, Math.min(...indexes))',
    replace: 'Math.max(0, Math.max(...indexes))',
    tests: streams,
  },
  {
    name: 'stream-batch-has-one-retry-too-few',
    file: 'local/streams/stream-batch.ts',
    find: 'retries > retrying.mostRetries',
    replace: 'retries >= retrying.mostRetries',
    tests: streams,
  },
  {
    name: 'stream-records-out-of-order',
    file: 'local/streams/deliver-records.ts',
    find: 'batches = [...again, ...others];',
    replace: 'batches = [...others, ...again];',
    tests: streams,
  },
  {
    name: 'stream-records-given-up-by-a-stop',
    file: 'local/streams/deliver-records.ts',
    find: 'if (stopping.aborted && done < fresh.records.length) return false;',
    replace: '',
    tests: streams,
  },
  {
    name: 'stream-checkpoint-passes-waiting-records',
    file: 'local/streams/stream-backlog.ts',
    find: 'return waiting.length === 0 ? readTo : lastTaken;',
    replace: 'return readTo;',
    tests: streams,
  },
  {
    name: 'pattern-finds-no-absent-field-in-an-absent-object',
    file: 'local/event-pattern.ts',
    find: 'objects.length === 0 ? matches({}) : objects.some(matches)',
    replace: 'objects.some(matches)',
    tests: ['test/local/event-pattern.test.ts'],
  },
  {
    name: 'bucket-write-with-a-condition',
    file: 'local/s3/s3-service.ts',
    find: "if (condition && action !== 'GetObject') {",
    replace: 'if (condition && Math.random() > 1) {',
    tests: ['test/local/buckets.test.ts'],
  },
  {
    name: 'bucket-list-of-any-folder',
    file: 'local/s3/s3-rights.ts',
    find: ", context: { 's3:prefix': Prefix }",
    replace: '',
    tests: ['test/local/buckets.test.ts'],
  },
  {
    name: 'archive-keeps-everything',
    file: 'local/events/archive.ts',
    find: 'if (!settings.isWanted(event)) return;',
    replace: '',
    tests: ['test/local/events.test.ts'],
  },
  {
    name: 'query-sees-days-outside-of-the-range',
    file: 'local/athena/table-files.ts',
    find: 'return isVisible ? [{ ...file, partition }] : [];',
    replace: 'return [{ ...file, partition }];',
    tests: ['test/local/athena.test.ts'],
  },
  {
    name: 'code-used-twice',
    file: 'local/oidc/grants.ts',
    find: '      codes.delete(code);\n',
    replace: '',
    tests: issuer,
  },
  {
    name: 'code-without-its-proof',
    file: 'local/oidc/grants.ts',
    find: 'given.request.codeChallenge === challenge;',
    replace: 'challenge.length > 0;',
    tests: issuer,
  },
  {
    name: 'token-chooses-how-it-is-checked',
    file: 'local/jwt/jwt.ts',
    find: "algorithm === 'RS256' && verify('RSA-SHA256', signed, key, signature)",
    replace: "algorithm !== 'RS256' || verify('RSA-SHA256', signed, key, signature)",
    tests: ['test/local/http-apis.test.ts'],
  },
];
