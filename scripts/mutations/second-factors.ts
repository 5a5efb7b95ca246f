import type { Mutation } from './mutation.ts';

const FACTOR_SIGN_IN = 'tests/console/second-factor-sign-in.test.ts';
const OWN_FACTORS = 'tests/console/own-factors.test.ts';
const FACTOR_RULE = 'tests/console/second-factor-rule.test.ts';
const PASSKEYS = 'tests/console/passkeys.test.ts';
const FACTOR_RACES = 'tests/console/factor-races.test.ts';

export const SECOND_FACTOR_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a password alone signs in a member with a second factor',
    file: 'lib/auth/pending-sign-in.ts',
    find: 'if (!(await memberHasFactor(await store(), member.id)))',
    replace: 'if (member)',
    tests: [FACTOR_SIGN_IN],
  },
  {
    what: 'a session without the second factor works for a member who has one',
    file: 'lib/auth/session.ts',
    find: 'const lacksFactor = found.hasFactor && !found.isTwoFactor;',
    replace: 'const lacksFactor = false;',
    tests: [FACTOR_SIGN_IN],
  },
  {
    what: 'the code of an app works twice',
    file: 'lib/store/second-factors.ts',
    find: 'lt(authenticatorApps.lastPeriod, period)',
    replace: 'isNotNull(authenticatorApps.lastPeriod)',
    tests: [FACTOR_SIGN_IN],
  },
  {
    what: 'a recovery code works twice',
    file: 'lib/store/recovery-codes.ts',
    find: 'tx.delete(recoveryCodes).where(eq(recoveryCodes.id, id)).returning()',
    replace: 'tx.select().from(recoveryCodes).where(eq(recoveryCodes.id, id))',
    tests: [FACTOR_SIGN_IN],
  },
  {
    what: 'codes can be guessed without a limit',
    file: 'lib/auth/second-factor-code.ts',
    find: "return { ok: false, why: 'too_many' };",
    replace: "if (memberId === '') return { ok: false, why: 'too_many' };",
    tests: [FACTOR_SIGN_IN],
  },
  {
    what: 'a factor can be changed without recent authentication',
    file: 'lib/data/authorize.ts',
    find: 'if (!allowed.ok || allowed.value.isRecentlyAuthenticated) return allowed;',
    replace: 'if (allowed) return allowed;',
    tests: [OWN_FACTORS],
  },
  {
    what: 'a member removes another member’s passkey',
    file: 'lib/store/second-factors.ts',
    find: 'own.some(({ id }) => id === passkeyId)',
    replace: 'true',
    tests: [OWN_FACTORS],
  },
  {
    what: 'a required second factor can be put off',
    file: 'lib/auth/session.ts',
    find: 'needsFactor: mustHaveFactor && !isTwoFactor,',
    replace: 'needsFactor: false,',
    tests: [FACTOR_RULE],
  },
  {
    what: 'an admin’s old session can reset a second factor',
    file: 'lib/data/team.ts',
    find: "const recent = action === 'reset_factors' ? await authorizeRecentAccount() : allowed;",
    replace: 'const recent = allowed;',
    tests: [FACTOR_RULE],
  },
  {
    what: 'a passkey works without a PIN, fingerprint, or face',
    file: 'lib/auth/passkeys.ts',
    find: 'requireUserVerification: true,',
    replace: 'requireUserVerification: false,',
    tests: [PASSKEYS],
  },
  {
    what: 'the answer of a passkey works twice',
    file: 'lib/auth/passkey-challenge.ts',
    find: "(await consumeRateLimit(await store(), 'passkey-challenge', opened.challenge))",
    replace: '(await Promise.resolve({ isAllowed: true }))',
    tests: [PASSKEYS],
  },
  {
    what: 'another member’s passkey finishes a sign-in',
    file: 'lib/data/passkey-answers.ts',
    find: 'if (memberId !== null && passkey.memberId !== memberId)',
    replace: 'if (memberId === undefined)',
    tests: [PASSKEYS],
  },
  {
    what: 'a short password is accepted without a second factor',
    file: 'lib/data/profile.ts',
    find: "if (isShort && !(await memberHasFactor(db, id))) return { ok: false, why: 'too_short' };",
    replace: '',
    tests: ['tests/console/short-passwords.test.ts'],
  },
  {
    what: 'sending an app’s first code twice removes the app',
    file: 'lib/store/second-factors.ts',
    find: 'if (current?.id !== app.id || current.sealedSecret !== app.sealedSecret) return false;',
    replace: 'if (current && current.id !== app.id) return false;',
    tests: [FACTOR_RACES],
  },
  {
    what: 'a session without a second factor counts as started with one',
    file: 'lib/store/second-factors.ts',
    find: 'if (!isTrustedSignIn) await markTwoFactor(tx, changer.sessionId, false);',
    replace: '',
    tests: [FACTOR_RACES],
  },
];
