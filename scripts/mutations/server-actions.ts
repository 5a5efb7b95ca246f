import type { Mutation } from './mutation.ts';

const ACTION_FIELDS = 'tests/console/action-fields.test.ts';
const LOG = 'tests/console/log.test.ts';
const OUTPUT = 'tests/console/console-output.test.ts';
const LEASES = 'tests/console/leased-rounds.test.ts';
const READINESS = 'tests/console/readiness.test.ts';
const CLEAN_STOP = 'tests/scripts/clean-stop.test.ts';

export const SERVER_ACTION_MUTATIONS: readonly Mutation[] = [
  {
    what: 'Next gets an action that it can’t decode',
    file: 'middleware.ts',
    find: 'if (refusal) return respondWith(refusal);',
    replace: '',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'an action’s arguments can contain every kind of value that React can decode',
    file: 'lib/incoming/encoded-value.ts',
    find: '\\$K[\\da-f]+$',
    replace: '\\$[^\\da-f]',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'an object in an action’s arguments can contain itself',
    file: 'lib/incoming/encoded-value.ts',
    find: ' && !ancestors.includes(target)',
    replace: '',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'arguments can refer to inherited properties',
    file: 'lib/incoming/encoded-value.ts',
    find: '!Object.hasOwn(value, name)',
    replace: '!(name in value)',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'JSON in a form’s field can be nested to any depth',
    file: 'lib/incoming/encoded-action.ts',
    find: '{ bytes: text.length, ...measureJson(text) }',
    replace: '{ bytes: text.length, fields: 0, depth: 0 }',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'a form with an action of an earlier build reaches Next',
    file: 'lib/incoming/encoded-action.ts',
    find: 'return ids.every(isKnownAction) ? null : OUT_OF_DATE;',
    replace: 'return null;',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'a form from another site is shown again after an update',
    file: 'lib/incoming/forms.ts',
    find: 'form: form && isSameOriginForm(headers, form) ? form : undefined,',
    replace: 'form: form ?? undefined,',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'a page that keeps a form shows its secrets',
    file: 'lib/incoming/kept-form.ts',
    find: '!isHidden(name, value) && !isSecretField(name)',
    replace: '!isHidden(name, value)',
    tests: [ACTION_FIELDS],
  },
  {
    what: 'a log line quotes JSON that a person typed',
    file: 'lib/database/error-report.ts',
    find: "name === 'SyntaxError' ||",
    replace: "name === 'JsonError' ||",
    tests: [LOG],
  },
  {
    what: 'a log line quotes the parts of a request that Next prints',
    file: 'lib/database/error-report.ts',
    find: 'text.replace(/".*"/s, REDACTED)',
    replace: 'text',
    tests: [LOG],
  },
  {
    what: 'a warning that Next prints isn’t a log line',
    file: 'lib/runtime/console-output.ts',
    find: "warn: 'warn',",
    replace: '',
    tests: [OUTPUT],
  },
  {
    what: 'the console stops before the work in the background has ended',
    file: 'lib/runtime/clean-stop.ts',
    find: '    await endWork();\n',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a client that keeps sending requests keeps the console from stopping',
    file: 'lib/runtime/clean-stop.ts',
    find: 'if (isStopping) closeConnectionAfter(response);',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'the console stops accepting connections before proxies know that it stops',
    file: 'lib/runtime/clean-stop.ts',
    find: 'await wait(delayMs);',
    replace: 'await wait(0);',
    tests: [CLEAN_STOP],
  },
  {
    what: 'the console closes idle connections before proxies stop using them',
    file: 'lib/runtime/clean-stop.ts',
    find: 'Server.prototype.close.call(server,',
    replace: 'HttpServer.prototype.close.call(server as HttpServer,',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a request that never ends keeps the console from stopping',
    file: 'lib/runtime/clean-stop.ts',
    find: '      process.exit(1);\n',
    replace: '',
    tests: [CLEAN_STOP],
  },
  {
    what: 'a console that stops keeps its leases',
    file: 'lib/background/leased-rounds.ts',
    find: '  runBeforeExit(async () => releaseLease(await open(), name, holder));\n',
    replace: '',
    tests: [LEASES],
  },
  {
    what: 'proxies send requests to a console that stops',
    file: 'lib/monitoring/readiness.ts',
    find: "  if (isExiting()) return 'stopping';\n  const",
    replace: '  const',
    tests: [READINESS],
  },
];
