import type { Mutant } from '../mutant.ts';

const tests = ['test/lambdas/receiver/receive.test.ts'];

export const receiverMutants: readonly Mutant[] = [
  {
    name: 'receiver-skips-verification',
    file: 'lambdas/receiver/receive.ts',
    find: 'if (verdict.genuine) return accept(verdict, request, sender, deps);',
    replace:
      "if (verdict.genuine || sender) return accept({ genuine: true, next: { type: 'enqueue' } }, request, sender, deps);",
    tests,
  },
  {
    name: 'receiver-blames-the-provider-for-our-trouble',
    file: 'lambdas/receiver/answers.ts',
    find: 'unavailable: later',
    replace: "unavailable: { status: 400, message: 'Try again later.' }",
    tests,
  },
  {
    name: 'receiver-answers-before-it-enqueues',
    file: 'lambdas/receiver/receive.ts',
    find: 'await deps.send(envelope);',
    replace: 'deps.send(envelope).catch(() => {});',
    tests,
  },
  {
    name: 'receiver-never-looks-for-fresh-keys',
    file: 'lambdas/receiver/receive.ts',
    find: 'const fresh = await deps.freshKeysOf(sender);',
    replace: 'const fresh: readonly string[] | undefined = undefined as never;',
    tests,
  },
  {
    name: 'receiver-refuses-for-good-what-may-have-a-new-key',
    file: 'lambdas/receiver/receive.ts',
    find: "return verdict.isUnsure ? 'unsure' : ending;",
    replace: 'return ending;',
    tests,
  },
  {
    name: 'receiver-takes-a-used-token',
    file: 'lambdas/receiver/receive.ts',
    find: "return isFirstOrRetry ? enqueue(request, sender, deps) : refuse('token-used-before', sender, deps);",
    replace:
      "return isFirstOrRetry || sender ? enqueue(request, sender, deps) : refuse('token-used-before', sender, deps);",
    tests,
  },
  {
    name: 'receiver-ignores-the-source-address',
    file: 'lambdas/receiver/receive.ts',
    find: "if (!deps.isSourceAllowed(provider, posted.sourceIp)) return refuse('source-not-allowed', sender, deps);",
    replace: '',
    tests,
  },
  {
    name: 'receiver-believes-any-proxy',
    file: 'lambdas/receiver/source-ip.ts',
    find: 'return isProxy ? address : peer;',
    replace: 'return isProxy || secret ? address : peer;',
    tests: ['test/lambdas/receiver/source-ip.test.ts'],
  },
  {
    name: 'receiver-hashes-bodies-of-any-size',
    file: 'lambdas/receiver/receive.ts',
    find: 'if (bodyBytes > maxBodyBytes) return',
    replace: 'if (bodyBytes > 100 * maxBodyBytes) return',
    tests,
  },
  {
    name: 'receiver-calls-a-missing-key-a-fault',
    file: 'lambdas/receiver/receive.ts',
    find: "if (ending === 'unavailable') {",
    replace: "if (ending === 'unavailable' || ending === 'no-keys') {",
    tests,
  },
  {
    name: 'receiver-enqueues-every-header',
    file: 'providers/as-enqueued.ts',
    find: 'headersToKeep.map((name) => [name, headers[name]])',
    replace: '[...headersToKeep, ...Object.keys(headers)].map((name) => [name, headers[name]])',
    tests,
  },
  {
    name: 'receiver-inflates-without-limit',
    file: 'providers/gzip.ts',
    find: 'gunzipSync(body, { maxOutputLength: maxBytes })',
    replace: 'gunzipSync(body, { maxOutputLength: 100 * maxBytes })',
    tests: ['test/providers/as-enqueued.test.ts'],
  },
  {
    name: 'receiver-inflates-for-everybody',
    file: 'providers/as-enqueued.ts',
    find: 'return mayCompress ? withoutGzip(body, maxBodyBytes) : body;',
    replace:
      'return mayCompress === undefined ? withoutGzip(body, maxBodyBytes) : withoutGzip(body, maxBodyBytes);',
    tests: ['test/providers/as-enqueued.test.ts'],
  },
];
