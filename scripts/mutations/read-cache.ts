import type { Mutation } from './mutation.ts';

const CACHE = 'lib/database/read-cache.ts';
const VERSIONS = 'lib/database/table-versions.ts';
const EFFECTS = 'lib/database/write-effects.ts';
const TESTS = ['tests/console/read-cache.test.ts', 'tests/console/cached-statements.test.ts'];

export const READ_CACHE_MUTATIONS: readonly Mutation[] = [
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
    find: 'reportsChanges: PLAIN_WRITE.test(sql) && ',
    replace: 'reportsChanges: ',
    tests: TESTS,
  },
  {
    what: 'results that were read before a write are returned after it',
    file: VERSIONS,
    find: 'if (!isUnchanged) table.version++;',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a write that fails turns the cache off',
    file: VERSIONS,
    find: 'table.writing--;',
    replace: "if (outcome === 'ok') table.writing--;",
    tests: TESTS,
  },
  {
    what: 'results for other parameters are returned',
    file: CACHE,
    find: 'JSON.stringify([options?.rowMode, sql, params])',
    replace: 'JSON.stringify([options?.rowMode, sql])',
    tests: TESTS,
  },
  {
    what: 'cached elapsed times don’t advance',
    file: CACHE,
    find: 'caching.dependsOnClock ? 0 : MAX_ROWS',
    replace: 'MAX_ROWS',
    tests: TESTS,
  },
  {
    what: 'a large image stays in memory',
    file: CACHE,
    find: 'size <= MAX_RESULT_SIZE',
    replace: 'true',
    tests: TESTS,
  },
  {
    what: 'a read with a parameter such as “now” is cached',
    file: CACHE,
    find: 'return !CLOCK_TEXT.test(param);',
    replace: 'return true;',
    tests: TESTS,
  },
  {
    what: 'a filter on an elapsed time doesn’t advance',
    file: CACHE,
    find: '(?:(?!\\bselect\\b).)*?',
    replace: '.*?',
    tests: TESTS,
  },
  {
    what: 'a trigger that writes although no row changed is missed',
    file: VERSIONS,
    find: ' && !named.some((name) => withTriggers.has(name))',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a closed database returns cached results',
    file: 'lib/database/open.ts',
    find: '        endCaching();\n',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'one page’s change to a row shows on every page',
    file: CACHE,
    find: 'return Object.freeze(value);',
    replace: 'return value;',
    tests: TESTS,
  },
];
