import type { Mutation } from './mutation.ts';

const TOKEN_REQUESTS = 'tests/console/token-requests.test.ts';
const TOKEN_LIFETIME = 'tests/console/token-lifetime.test.ts';
const TOKEN_LIMITS = 'tests/console/token-limits.test.ts';
const TOKEN_CUSTOMERS = 'tests/console/token-customers.test.ts';

export const API_TOKEN_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a request with an API token uses the session cookie',
    file: 'lib/auth/session.ts',
    find: 'if (!cookie || hasApiToken(direct?.headers ?? (await headers())))',
    replace: 'if (!cookie)',
    tests: [TOKEN_REQUESTS],
  },
  {
    what: 'an API request with an invalid token uses the session cookie',
    file: 'lib/proxy/caller.ts',
    find: 'if (token !== null) return identifyToken(await authenticateToken(token, headers));',
    replace:
      'if (token !== null) {\n    const identified = await identifyToken(await authenticateToken(token, headers));\n    if (identified.ok) return identified;\n  }',
    tests: [TOKEN_REQUESTS],
  },
  {
    what: 'a revoked API token works',
    file: 'lib/auth/authenticate-token.ts',
    find: 'token.revokedAt === null && ',
    replace: '',
    tests: [TOKEN_LIFETIME],
  },
  {
    what: 'an expired API token works',
    file: 'lib/auth/authenticate-token.ts',
    find: '!isExpired && ',
    replace: '',
    tests: [TOKEN_LIFETIME],
  },
  {
    what: 'an API token works after its member is disabled',
    file: 'lib/auth/authenticate-token.ts',
    find: ' && member.disabledAt === null;',
    replace: ';',
    tests: [TOKEN_LIFETIME],
  },
  {
    what: 'a demoted member keeps API tokens that can do more',
    file: 'lib/store/revoked-access.ts',
    find: ': await revokeTokensBeyondRole(tx, member, by),',
    replace: ': [],',
    tests: [TOKEN_LIFETIME],
  },
  {
    what: 'an API token works from every address',
    file: 'lib/auth/authenticate-token.ts',
    find: 'return parsed !== null && isInRanges(parsed, ranges);',
    replace: 'return parsed !== null;',
    tests: [TOKEN_LIMITS],
  },
  {
    what: 'an API token’s requests aren’t limited',
    file: 'lib/auth/authenticate-token.ts',
    find: "if (!rateLimit.isAllowed) return { ok: false, why: 'too_many', rateLimit };",
    replace: '',
    tests: [TOKEN_LIMITS],
  },
  {
    what: 'requests with invalid API tokens aren’t limited',
    file: 'lib/domain/rate-limits.ts',
    find: "'api-token-invalid': attempts(30)",
    replace: "'api-token-invalid': attempts(30_000)",
    tests: [TOKEN_LIMITS],
  },
  {
    what: 'an API token can do everything that its member can',
    file: 'lib/domain/api-token.ts',
    find: 'scopes.includes(getScope(permission as OperationName));',
    replace: 'scopes.length > 0;',
    tests: ['tests/console/token-scopes.test.ts'],
  },
  {
    what: 'an API token for one customer reads and changes every customer’s data',
    file: 'lib/data/proxy.ts',
    find: 'return customerId === null ? run(input) : runForCustomer(name, customerId, input, run);',
    replace: 'return customerId === null ? run(input) : run(input);',
    tests: [TOKEN_CUSTOMERS],
  },
  {
    what: 'an API token for one customer lists other customers’ campaigns',
    file: 'lib/data/customer-restriction.ts',
    find: 'listCampaigns({ ...filters, customer_id })',
    replace: 'listCampaigns(filters)',
    tests: [TOKEN_CUSTOMERS],
  },
  {
    what: 'an API token for one customer takes the lock of another customer’s campaign',
    file: 'lib/data/customer-restriction.ts',
    find: "if (KEYED_OPERATIONS[name] && 'id' in input) {",
    replace: "if (name === 'listCustomers' && 'id' in input) {",
    tests: [TOKEN_CUSTOMERS],
  },
  {
    what: 'an Idempotency-Key of one API token also counts for another token',
    file: 'lib/data/idempotency.ts',
    find: 'return token === null ? key :',
    replace: 'return token !== undefined ? key :',
    tests: ['tests/console/token-idempotency.test.ts'],
  },
  {
    what: 'the activity doesn’t name the API token',
    file: 'lib/data/member-attempt.ts',
    find: 'tokenName: token?.name ?? null,',
    replace: 'tokenName: null,',
    tests: ['tests/console/token-activity.test.ts'],
  },
  {
    what: 'a hijacked session can create an API token',
    file: 'lib/data/api-tokens.ts',
    find: "const allowed = await authorizeRecently('editProfile');",
    replace: "const allowed = await authorize('editProfile');",
    tests: ['tests/console/api-token-form.test.ts'],
  },
  {
    what: 'a member isn’t told about a new API token',
    file: 'lib/data/api-tokens.ts',
    find: "    await queueNotification(tx, 'api_token.created', id, member.id);\n",
    replace: '',
    tests: ['tests/console/api-token-form.test.ts'],
  },
];
