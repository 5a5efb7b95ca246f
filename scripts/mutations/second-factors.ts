import type { Mutation } from './mutation.ts';

const FACTOR_SIGN_IN = 'tests/console/second-factor-sign-in.test.ts';
const OWN_FACTORS = 'tests/console/own-factors.test.ts';
const FACTOR_RULE = 'tests/console/second-factor-rule.test.ts';
const REAUTHENTICATION = 'tests/console/reauthentication.test.ts';
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
    what: 'an admin’s old session can enable a member or reset a second factor',
    file: 'lib/domain/member-actions.ts',
    find: "return action === 'enable' || action === 'reset_factors';",
    replace: 'return false;',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can raise a role',
    file: 'lib/domain/member-actions.ts',
    find: 'if (isRole(action)) return isHigherRole(action, role);',
    replace: 'if (isRole(action)) return false;',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an old session can’t lower a role',
    file: 'lib/domain/member-actions.ts',
    find: 'if (isRole(action)) return isHigherRole(action, role);',
    replace: 'if (isRole(action)) return action !== role;',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can change members in any way',
    file: 'lib/store/member-changes.ts',
    find: 'widensAccess(action, earlier.role) && !isRecentlyAuthenticated',
    replace: 'widensAccess(action, earlier.role) && isRecentlyAuthenticated === undefined',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can invite a member',
    file: 'lib/data/invitations.ts',
    find: "(email: string, role: Role): Promise<Outcome<InvitationLink>> {\n  const allowed = await authorizeRecently('manageTeam');",
    replace:
      "(email: string, role: Role): Promise<Outcome<InvitationLink>> {\n  const allowed = await authorize('manageTeam');",
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can renew an invitation',
    file: 'lib/data/invitations.ts',
    find: "(id: string): Promise<Outcome<InvitationLink>> {\n  const allowed = await authorizeRecently('manageTeam');",
    replace:
      "(id: string): Promise<Outcome<InvitationLink>> {\n  const allowed = await authorize('manageTeam');",
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can turn off the approval rule',
    file: 'lib/data/approval.ts',
    find: 'if (!recent.ok && isWeakerApprovalRule(',
    replace: 'if (!recent && isWeakerApprovalRule(',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'raising the minimum price doesn’t count as a weaker rule',
    file: 'lib/domain/approval-rule.ts',
    find: 'asksForLess || (to.minimum ?? 0) > (from.minimum ?? 0)',
    replace: 'asksForLess',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'an admin’s old session can turn off the second-factor rule',
    file: 'lib/data/second-factor-rule.ts',
    find: 'if (!recent.ok && isWeakerFactorRule(',
    replace: 'if (!recent && isWeakerFactorRule(',
    tests: [REAUTHENTICATION],
  },
  {
    what: 'a form is filled in with another member’s values',
    file: 'lib/auth/resume-token.ts',
    find: 'if (!opened || opened.member !== member?.id) return null;',
    replace: 'if (!opened) return null;',
    tests: ['tests/console/resumed-forms.test.ts'],
  },
  {
    what: 'an unknown factor is reported as removed',
    file: 'lib/store/second-factors.ts',
    find: "if (!isFound) return 'gone';",
    replace: "if (!isFound) return 'removed';",
    tests: [OWN_FACTORS],
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
