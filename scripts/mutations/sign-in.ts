import type { Mutation } from './mutation.ts';

const SIGN_IN_LOCKOUT = 'tests/console/sign-in-lockout.test.ts';
const SESSION = 'tests/console/session.test.ts';
const WEAK_PASSWORD = 'tests/console/weak-password.test.ts';

export const SIGN_IN_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a session stays valid after a password change',
    file: 'lib/store/members.ts',
    find: '    await deleteMemberSessions(tx, id);\n    return row;',
    replace: '    return row;',
    tests: ['tests/console/profile.test.ts'],
  },
  {
    what: 'one address can use up an account’s sign-in attempts',
    file: 'lib/domain/rate-limits.ts',
    find: "'sign-in': attempts(300),",
    replace: "'sign-in': attempts(10),",
    tests: [SIGN_IN_LOCKOUT],
  },
  {
    what: 'expired counters are never deleted',
    file: 'lib/store/rate-limits.ts',
    find: '  await deleteExpired(db);\n',
    replace: '',
    tests: ['tests/console/rate-limits.test.ts'],
  },
  {
    what: 'the counters contain addresses and ids',
    file: 'lib/store/rate-limits.ts',
    find: '.consume(hashTarget(target))',
    replace: '.consume(target)',
    tests: ['tests/console/rate-limits.test.ts'],
  },
  {
    what: 'guessing from many addresses has no limit',
    file: 'lib/auth/password-limits.ts',
    find: '    [kind, target],',
    replace: '',
    tests: ['tests/console/sign-in-rate-limits.test.ts'],
  },
  {
    what: 'an address’s limit also applies to browsers that signed in before',
    file: 'lib/auth/password-limits.ts',
    find: 'if (device !== null) return',
    replace: 'if (false) return',
    tests: [SIGN_IN_LOCKOUT, 'tests/console/guest-password.test.ts'],
  },
  {
    what: 'a device cookie works for every account',
    file: 'lib/auth/device-cookie.ts',
    find: '.find(({ id }) => id === member?.id)',
    replace: '.find(() => true)',
    tests: [SIGN_IN_LOCKOUT],
  },
  {
    what: 'a device cookie reveals which addresses belong to members',
    file: 'lib/auth/device-cookie.ts',
    find: 'cookie && entry && entry.epoch === member?.deviceEpoch',
    replace: 'cookie && entry?.epoch === member?.deviceEpoch',
    tests: [SIGN_IN_LOCKOUT],
  },
  {
    what: 'a device cookie still works after a new password',
    file: 'lib/store/members.ts',
    find: '        hasShortPassword: isShort,\n        deviceEpoch: nextDeviceEpoch,\n',
    replace: '        hasShortPassword: isShort,\n',
    tests: [SIGN_IN_LOCKOUT],
  },
  {
    what: 'a sealed cookie works after its lifetime',
    file: 'lib/auth/sealed-cookies.ts',
    find: 'await seal(purpose, contents, COOKIES[purpose].lifetimeMs)',
    replace: 'await seal(purpose, contents, 2 * COOKIES[purpose].lifetimeMs)',
    tests: ['tests/console/sealed-cookies.test.ts'],
  },
  {
    what: 'other hosts can replace cookies over https',
    file: 'lib/auth/cookie-attributes.ts',
    find: "secureCookies() ? '__Host-' : ''",
    replace: "secureCookies() ? '__Secure-' : ''",
    tests: ['tests/console/cookies.test.ts'],
  },
  {
    what: 'a session cookie still works after signing out',
    file: 'lib/auth/start-session.ts',
    find: 'await endSessionOf(tx, cookie);',
    replace: '',
    tests: [SESSION],
  },
  {
    what: 'an unused session never ends',
    file: 'lib/auth/session.ts',
    find: 'if (found.isIdle)',
    replace: 'if (false)',
    tests: [SESSION],
  },
  {
    what: 'a form from another site is accepted',
    file: 'lib/auth/origin.ts',
    find: 'return origin === env().origin;',
    replace: 'return true;',
    tests: ['tests/console/action.test.ts'],
  },
  {
    what: 'any caller can forge the address that rate limits count',
    file: 'lib/auth/request-address.ts',
    find: 'address === null || !isInRanges(address, env().trustedProxies)',
    replace: 'address === null',
    tests: ['tests/console/caller.test.ts'],
  },
  {
    what: 'passwords are hashed at a lower cost',
    file: 'lib/auth/password-cost.ts',
    find: 'N: 2 ** 15',
    replace: 'N: 2 ** 14',
    tests: ['tests/console/password.test.ts'],
  },
  {
    what: 'a common password with a few digits is accepted',
    file: 'lib/auth/weak-password.ts',
    find: '(others < MIN_OTHER_CHARACTERS && passwords.has(core))',
    replace: '(others < 0 && passwords.has(core))',
    tests: [WEAK_PASSWORD],
  },
  {
    what: 'a password is mostly the company’s name',
    file: 'lib/domain/password-weakness.ts',
    find: '[...EXPECTED_WORDS, ...company]',
    replace: 'EXPECTED_WORDS',
    tests: [WEAK_PASSWORD],
  },
];
