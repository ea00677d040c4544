import type { Mutant } from '../mutant.ts';

const tidy = ['test/lake/tidy.test.ts'];
const row = ['test/lake/told-row.test.ts'];
const questions = ['test/lake/questions.test.ts'];

export const lakeMutants: readonly Mutant[] = [
  {
    name: 'lake-tidier-deletes-at-once',
    file: 'lake/replaced.ts',
    find: 'return now.getTime() - at.getTime() >= questionMillis;',
    replace: 'return now.getTime() - at.getTime() >= 0;',
    tests: tidy,
  },
  {
    name: 'lake-tidier-deletes-without-a-replacement',
    file: 'lake/replaced.ts',
    find: 'const isSafe = by.every(exists);',
    replace: 'const isSafe = true;',
    tests: tidy,
  },
  {
    name: 'lake-tidier-deletes-what-replaces-itself',
    file: 'lake/replaced.ts',
    find: 'const gone = replaced.filter((key) => !by.includes(key));',
    replace: 'const gone = replaced;',
    tests: tidy,
  },
  {
    name: 'lake-tidier-ignores-settled-tombstones',
    file: 'lake/tidy.ts',
    find: 'forgottenBy([...pending, ...settled])',
    replace: 'forgottenBy(pending)',
    tests: tidy,
  },
  {
    name: 'lake-tidier-looks-at-new-objects-only-while-forgetting',
    file: 'lake/tidy.ts',
    find: "lake.current.filter(({ kind }) => kind === 'new')",
    replace: '[]',
    tests: tidy,
  },
  {
    name: 'lake-tombstone-covers-the-future',
    file: 'lake/forget-rows.ts',
    find: 'if (Math.min(occurredAt, receivedAt) <= at) found.push(row);',
    replace: 'found.push(row);',
    tests: tidy,
  },
  {
    name: 'lake-merge-of-later-versions',
    file: 'lake/merge-objects.ts',
    find: 'else if (!table.isOfLaterVersion) read.push',
    replace: 'else read.push',
    tests: ['test/lake/versions.test.ts'],
  },
  {
    name: 'lake-merge-keeps-the-first-copy',
    file: 'lake/merge-tables.ts',
    find: "const join = column.name === 'received_at' ? smaller : greater;",
    replace: 'const join = (one: Value) => one;',
    tests: ['test/lake/merge-tables.test.ts'],
  },
  {
    name: 'lake-row-with-a-dimension-told-sometimes',
    file: 'lake/told-row.ts',
    find: 'facts[name] !== undefined && isAlwaysTold(provider, name) ? facts[name] : undefined;',
    replace:
      'facts[name] !== undefined && isAlwaysTold(provider, name) !== undefined ? facts[name] : undefined;',
    tests: row,
  },
  {
    name: 'lake-link-with-its-query',
    file: 'lake/without-address.ts',
    find: 'return `${origin}${path}`;',
    replace: 'return `${origin}${path}${new URL(url).search}`;',
    tests: row,
  },
  {
    name: 'lake-tag-with-an-address',
    file: 'lake/without-address.ts',
    find: "return text.includes('@') || text.includes('%40') ? null : text;",
    replace: 'return text;',
    tests: row,
  },
  {
    name: 'lake-question-without-look-back',
    file: 'lake/sql/count-sends.ts',
    find: 'const lookBackDays = 30;',
    replace: 'const lookBackDays = 0;',
    tests: questions,
  },
  {
    name: 'lake-machines-count-as-people',
    file: 'lake/sql/send-fold.ts',
    find: "opened: { types: ['open'], byMachine: false },",
    replace: "opened: { types: ['open'] },",
    tests: questions,
  },
  {
    name: 'lake-opens-of-what-was-not-delivered',
    file: 'lake/sql/send-fold.ts',
    find: "opened: delivered('opened'),",
    replace: "opened: has('opened'),",
    tests: questions,
  },
  {
    name: 'lake-sends-without-a-value-left-out',
    file: 'lake/sql/count-sends.ts',
    find: "from: 'sends cross join unnest(coalesce(tags, array[cast(null as varchar)])) as each(tag)',",
    replace: "from: 'sends cross join unnest(tags) as each(tag)',",
    tests: questions,
  },
];
