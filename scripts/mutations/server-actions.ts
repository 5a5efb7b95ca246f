import type { Mutation } from './mutation.ts';

const ACTION_FIELDS = 'tests/incoming/action-fields.test.ts';
const LOG = 'tests/console/log.test.ts';
const OUTPUT = 'tests/console/console-output.test.ts';

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
];
