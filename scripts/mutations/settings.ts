import type { Mutation } from './mutation.ts';

const INVALID_SETTINGS = 'tests/console/invalid-settings.test.ts';

export const SETTING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a weak NEXTAUTH_SECRET is accepted',
    file: 'lib/env/shapes.ts',
    find: 'new Set(text).size >= MIN_DIFFERENT_CHARACTERS && !isRepetitive(text, MAX_SECRET_PATTERN)',
    replace: 'text.length !== MIN_DIFFERENT_CHARACTERS + MAX_SECRET_PATTERN',
    tests: [INVALID_SETTINGS],
  },
  {
    what: 'an email is sent unencrypted to a server on another computer',
    file: 'lib/email/transport.ts',
    find: 'requireTLS: !encrypted && !local,',
    replace: 'requireTLS: !encrypted && !local && user !== undefined,',
    tests: ['tests/console/email.test.ts'],
  },
  {
    what: 'a database on another computer is used unencrypted by default',
    file: 'lib/env/url-shapes.ts',
    find: "SSL_MODES.test(url.searchParams.get('sslmode') ?? '')",
    replace: "SSL_MODES.test(url.searchParams.get('sslmode') ?? 'disable')",
    tests: [INVALID_SETTINGS],
  },
];
