import type { Mutation } from './mutation.ts';

const IDEMPOTENCY = 'tests/console/idempotency.test.ts';
const REQUEST_TARGETS = 'tests/incoming/request-targets.test.ts';
const BODY_LIMITS = 'tests/incoming/body-limits.test.ts';
const LARGE_REQUESTS = 'tests/incoming/large-requests.test.ts';
const COMPRESSED_FILES = 'tests/incoming/compressed-files.test.ts';
const OUTAGE = 'tests/console/database-outage.test.ts';

export const REQUEST_MUTATIONS: readonly Mutation[] = [
  {
    what: 'time zones are cached under any spelling',
    file: 'lib/format/zones.ts',
    find: 'return CURRENT_NAMES[timeZone] ?? timeZone;',
    replace: 'return timeZone && name;',
    tests: ['tests/format/zones.test.ts'],
  },
  {
    what: 'a request with a repeated Idempotency-Key runs the operation again',
    file: 'lib/data/idempotency.ts',
    find: 'if (earlier.answer) return',
    replace: 'if (earlier.answer === undefined) return',
    tests: [IDEMPOTENCY],
  },
  {
    what: 'an Idempotency-Key can be used for another request',
    file: 'lib/data/idempotency.ts',
    find: 'if (earlier.fingerprint !== use.fingerprint)',
    replace: 'if (earlier.fingerprint === undefined)',
    tests: [IDEMPOTENCY],
  },
  {
    what: 'a response has two content security policies',
    file: 'lib/http/raw-request.ts',
    find: "if (!response.hasHeader('content-security-policy'))",
    replace: 'if (!response.headersSent)',
    tests: ['tests/incoming/caller.test.ts'],
  },
  {
    what: 'a connection stays open after a request for another protocol',
    file: 'lib/incoming/upgrades.ts',
    find: "socket.server?.removeAllListeners('upgrade');",
    replace: '',
    tests: [REQUEST_TARGETS],
  },
  {
    what: 'a request for a URL of another host is redirected to that host',
    file: 'lib/http/raw-request.ts',
    find: "target.replace(URL_START, '')",
    replace: 'target',
    tests: [REQUEST_TARGETS],
  },
  {
    what: 'a redirect to a share link can be cached',
    file: 'lib/http/raw-request.ts',
    find: '...linkHeaders(url)',
    replace: '',
    tests: [REQUEST_TARGETS],
  },
  {
    what: 'an action’s fields aren’t counted if the type is unusual',
    file: 'lib/incoming/body-counter.ts',
    find: 'isAction && !isActionForm(contentType)',
    replace: 'false',
    tests: [BODY_LIMITS],
  },
  {
    what: 'anyone can send as much as a member',
    file: 'lib/incoming/hold-requests.ts',
    find: "if (sender === 'anyone') return",
    replace: "if (sender === 'nothing') return",
    tests: [BODY_LIMITS],
  },
  {
    what: 'a chunk that arrives while the session is being checked isn’t counted',
    file: 'lib/incoming/hold-requests.ts',
    find: '    counter?.add(chunk);\n',
    replace: "    if (state === 'receiving') counter?.add(chunk);\n",
    tests: [BODY_LIMITS],
  },
  {
    what: 'a field is missed if its delimiter is split between two chunks',
    file: 'lib/incoming/body-counter.ts',
    find: 'rest = text.subarray(Math.max(start, text.length - delimiter.length + 1));',
    replace: 'rest = Buffer.alloc(0);',
    tests: [BODY_LIMITS],
  },
  {
    what: 'a request with two boundaries is counted by one of them',
    file: 'lib/incoming/body-counter.ts',
    find: 'boundaries.length === 1 &&',
    replace: 'boundaries.length > 0 &&',
    tests: [BODY_LIMITS],
  },
  {
    what: 'any number of large requests can be in progress',
    file: 'lib/incoming/large-requests.ts',
    find: 'if (inProgress().size >= max) return false;',
    replace: '',
    tests: [LARGE_REQUESTS],
  },
  {
    what: 'a slow request is never ended',
    file: 'lib/incoming/hold-requests.ts',
    find: "const timer = setTimeout(() => refuse({ why: 'slow', seconds: receiveMs / 1_000 }), receiveMs);",
    replace: 'const timer = undefined;',
    tests: [LARGE_REQUESTS],
  },
  {
    what: 'a client that refuses Brotli gets a Brotli-compressed file',
    file: 'lib/incoming/compressed-files.ts',
    find: "type.toLowerCase() === 'br' && q > 0",
    replace: "type.toLowerCase() === 'br' && q >= 0",
    tests: [COMPRESSED_FILES],
  },
  {
    what: 'a cache can send a compressed file to a client that refuses Brotli',
    file: 'lib/incoming/compressed-files.ts',
    find: "    response.setHeader('vary', 'Accept-Encoding');\n",
    replace: '',
    tests: [COMPRESSED_FILES],
  },
  {
    what: 'an error about a compressed file is marked as compressed',
    file: 'lib/incoming/compressed-files.ts',
    find: "else response.removeHeader('content-encoding');",
    replace: '',
    tests: [COMPRESSED_FILES],
  },
  {
    what: 'a request can lead to a compressed file that the build didn’t create',
    file: 'lib/incoming/compressed-files.ts',
    find: 'if (!compressed().paths.has(path)) return;',
    replace: "if (!path.startsWith('/_next/static/')) return;",
    tests: [COMPRESSED_FILES],
  },
  {
    what: 'the console serves compressed files outside the build through symbolic links',
    file: 'scripts/compress-build.ts',
    find: '.filter((entry) => entry.isFile())',
    replace: '.filter((entry) => !entry.isDirectory())',
    tests: ['tests/scripts/compress-build.test.ts'],
  },
  {
    what: 'a database outage loses a form’s values',
    file: 'lib/forms/action.ts',
    find: 'return { message: DATABASE_FAILED, values };',
    replace: 'return { message: DATABASE_FAILED };',
    tests: [OUTAGE],
  },
  {
    what: 'another site’s form is shown again during a database outage',
    file: 'lib/incoming/forms.ts',
    find: 'form: form && isSameOriginForm(headers, form) ? form : undefined,',
    replace: 'form: form ?? undefined,',
    tests: [OUTAGE],
  },
  {
    what: 'a name can contain characters that change the writing direction',
    file: 'lib/domain/plain-text.ts',
    find: '\\p{Default_Ignorable_Code_Point}',
    replace: '',
    tests: ['tests/console/plain-text.test.ts'],
  },
  {
    what: 'a name can’t contain joiners',
    file: 'lib/domain/plain-text.ts',
    find: '\\p{Join_Control}|',
    replace: '',
    tests: ['tests/console/plain-text.test.ts'],
  },
  {
    what: 'the label of a share link can contain invisible characters',
    file: 'app/(console)/campaigns/[id]/share/actions.ts',
    find: "label: lineField('Enter a recipient.', MAX_SHARE_LABEL_LENGTH),",
    replace: "label: z.string({ error: 'Enter a recipient.' }).max(MAX_SHARE_LABEL_LENGTH),",
    tests: ['tests/console/plain-text.test.ts'],
  },
];
