import type { Mutation } from './mutation.ts';

const CHANGING_SECRET = 'tests/console/changing-secret.test.ts';
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
  {
    what: 'new values are made with the previous secret',
    file: 'lib/env/derived-keys.ts',
    find: 'derive(env().secret, purpose, bytes)',
    replace: "derive(acceptedSecrets().at(-1) ?? '', purpose, bytes)",
    tests: [CHANGING_SECRET],
  },
  {
    what: 'authenticator apps are sealed again while another server may not know the secret',
    file: 'lib/auth/reseal.ts',
    find: 'if (await isOtherSecretInUse(db, secretFingerprint()))',
    replace: "if (secretFingerprint() === '' && (await isOtherSecretInUse(db, '')))",
    tests: [CHANGING_SECRET],
  },
  {
    what: 'a call that changes something is sent again with the previous key',
    file: 'lib/upstream/client.ts',
    find: 'sendRequest(buildRequest(name, input, email), deadline)',
    replace: 'readWithEitherKey(name, buildRequest(name, input, email), deadline)',
    tests: ['tests/console/previous-api-key.test.ts'],
  },
  {
    what: 'a failover during the first query of a transaction uses up a connection',
    file: 'lib/database/connection.ts',
    find: 'connecting.then(releaseOnEnd)',
    replace: 'connecting',
    tests: ['tests/console/database-recovery.test.ts'],
  },
];
