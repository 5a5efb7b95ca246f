import type { Mutation } from './mutation.ts';

const READS = 'lib/database/kept-reads.ts';
const VERSIONS = 'lib/database/table-versions.ts';
const EFFECTS = 'lib/database/write-effects.ts';
const TESTS = ['tests/console/kept-reads.test.ts'];

export const KEPT_READ_MUTATIONS: readonly Mutation[] = [
  {
    what: 'pages show rows as they were before a foreign key changed them',
    file: EFFECTS,
    find: 'for (const { written, changed } of keys) direct.get(written)?.add(changed);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'pages show totals as they were before a trigger changed them',
    file: EFFECTS,
    find: 'for (const name of find(text)) direct.get(written)?.add(name);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a change by a foreign key’s change is missed',
    file: EFFECTS,
    find: 'new Map(names.map((name) => [name, follow(direct, name)]))',
    replace: 'direct',
    tests: TESTS,
  },
  {
    what: 'writes that begin as reads are missed',
    file: VERSIONS,
    find: ' && PLAIN_WRITE.test(sql)',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'results that were read before a write are kept as if read after it',
    file: VERSIONS,
    find: 'if (!isUnchanged) table.version++;',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'results for other parameters are returned',
    file: READS,
    find: 'JSON.stringify([options?.rowMode, sql, params])',
    replace: 'JSON.stringify([options?.rowMode, sql])',
    tests: TESTS,
  },
  {
    what: 'elapsed times stand still',
    file: READS,
    find: '!keeping.isTimed || result.rows.length === 0',
    replace: 'result.rows.length >= 0',
    tests: TESTS,
  },
  {
    what: 'one page’s change to a row shows on every page',
    file: READS,
    find: 'return Object.freeze(value);',
    replace: 'return value;',
    tests: TESTS,
  },
];
