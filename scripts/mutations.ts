/**
 * The mutations. Each mutation introduces one bug into the console. At least one test in the mutation's test
 * files must then fail.
 */
export interface Mutation {
  readonly what: string;
  readonly file: string;
  /** The text to replace, which must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const ATTEMPTS = 'tests/console/attempts.test.ts';
const PAYING = 'tests/console/paying.test.ts';
const PAY_AND_SEND = 'tests/console/pay-and-send.test.ts';
const SENDING = 'tests/console/sending.test.ts';
const ROLES = 'tests/console/roles.test.ts';
const RETRYING = 'tests/console/retrying.test.ts';
const RETURN = 'tests/console/payment-return.test.ts';
const APPROVAL = 'tests/console/approval.test.ts';
const ACTIVITY = 'tests/console/activity.test.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    what: 'a lock can be claimed twice',
    file: 'lib/store/attempts.ts',
    find: 'db.insert(attempts).values(wanted)',
    replace: 'db.insert(attempts).values({ ...wanted, lockScope: crypto.randomUUID() as never })',
    tests: [ATTEMPTS],
  },
  {
    what: 'the call is made after its claim was lost',
    file: 'lib/attempts/perform.ts',
    find: "if (!hasBegun) return fail({ kind: 'in_progress' });",
    replace: '',
    tests: [ATTEMPTS],
  },
  {
    what: 'a call that changes data is retried',
    file: 'lib/upstream/client.ts',
    find: 'sendRequest(buildRequest(name, input, email), deadline)',
    replace: 'readWithRetries(buildRequest(name, input, email), deadline)',
    tests: [RETRYING],
  },
  {
    what: 'a lost response counts as a rejection',
    file: 'lib/attempts/perform.ts',
    find: '  await markUnknown(db, row.id);\n',
    replace:
      "  await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });\n  return fail(callResult.failure);\n",
    tests: [ATTEMPTS, SENDING],
  },
  {
    what: 'a 5xx response proves that nothing was done',
    file: 'lib/upstream/failures.ts',
    find: "if (status >= 500) return callFailure({ kind: 'failed', status }, 'possible');",
    replace: "if (status >= 500) return callFailure({ kind: 'failed', status }, 'none');",
    tests: ['tests/console/upstream-responses.test.ts'],
  },
  {
    what: 'an attempt is deleted if its process died',
    file: 'lib/store/attempts.ts',
    find: 'await db.delete(attempts).where(and(dead, isNull(attempts.before)));',
    replace: 'await db.delete(attempts).where(dead);',
    tests: [ATTEMPTS],
  },
  {
    what: 'any reading proves that the campaign was sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return 'done';",
    tests: ['tests/console/attempt-resolution.test.ts', ATTEMPTS],
  },
  {
    what: 'an unchanged campaign counts as not sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return isSent(status) ? 'done' : 'refused';",
    tests: ['tests/console/attempt-resolution.test.ts', ATTEMPTS],
  },
  {
    what: 'a copy counts as failed if the response was lost',
    file: 'lib/domain/attempt-resolution.ts',
    find: "    case 'cloneCampaign':\n      return 'open';",
    replace: "    case 'cloneCampaign':\n      return 'refused';",
    tests: ['tests/console/attempt-resolution.test.ts'],
  },
  {
    what: 'a call is made after its deadline',
    file: 'lib/attempts/perform.ts',
    find: 'if (deadline.left() === 0) {',
    replace: 'if (deadline.left() < 0) {',
    tests: [ATTEMPTS],
  },
  {
    what: 'a settled attempt is settled again',
    file: 'lib/store/attempts.ts',
    find: 'and(eq(attempts.id, id), inArray(attempts.state, UNSETTLED))',
    replace: 'eq(attempts.id, id)',
    tests: [ATTEMPTS],
  },
  {
    what: 'the console keeps waiting for an unresponsive service',
    file: 'lib/upstream/connection.ts',
    find: 'bodyTimeout: IDLE_MS,',
    replace: 'bodyTimeout: 0,',
    tests: ['tests/console/upstream-responses.test.ts'],
  },
  {
    what: 'a changed price is ignored',
    file: 'lib/domain/preconditions.ts',
    find: 'const amount = changedAmount(agreed, price);',
    replace: 'const amount = changedAmount(agreed, agreed);',
    tests: [PAYING],
  },
  {
    what: 'a missing approval is ignored',
    file: 'lib/attempts/perform.ts',
    find: 'if (!approval.ok) return approval;',
    replace: '',
    tests: [APPROVAL],
  },
  {
    what: 'an approval for another version counts',
    file: 'lib/share-links/approval.ts',
    find: 'isVerified: row.verifiedAt !== null,\n  isCurrent: current === null ? null : row.fingerprint === current,',
    replace: 'isVerified: row.verifiedAt !== null,\n  isCurrent: true,',
    tests: [APPROVAL],
  },
  {
    what: 'the approval of a guest who proved no address counts',
    file: 'lib/domain/approval.ts',
    find: 'current.find(({ isVerified }) => isVerified)',
    replace: 'current[0]',
    tests: [APPROVAL],
  },
  {
    what: 'an approval is checked against a cached version',
    file: 'lib/share-links/approval.ts',
    find: 'readPrintedContent(campaign.value, { deadline, fresh: true })',
    replace: 'readPrintedContent(campaign.value, { deadline })',
    tests: [APPROVAL],
  },
  {
    what: 'the role is ignored',
    file: 'lib/data/authorize.ts',
    find: 'member && isAllowed(member.role, permission)',
    replace: 'member',
    tests: [ROLES],
  },
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
    find: "'sign-in': 300,",
    replace: "'sign-in': 10,",
    tests: ['tests/console/sign-in-lockout.test.ts'],
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
    tests: ['tests/console/sign-in-lockout.test.ts', 'tests/console/guest-password.test.ts'],
  },
  {
    what: 'a device cookie works for every account',
    file: 'lib/auth/device-cookie.ts',
    find: '.find(({ id }) => id === member?.id)',
    replace: '.find(() => true)',
    tests: ['tests/console/sign-in-lockout.test.ts'],
  },
  {
    what: 'a device cookie still works after a new password',
    file: 'lib/store/members.ts',
    find: 'passwordChangedAt: sql`now()`, deviceEpoch: nextDeviceEpoch })',
    replace: 'passwordChangedAt: sql`now()` })',
    tests: ['tests/console/sign-in-lockout.test.ts'],
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
    find: 'if (cookie !== undefined) await endSessionOf(cookie);',
    replace: '',
    tests: ['tests/console/session.test.ts'],
  },
  {
    what: 'an unused session never ends',
    file: 'lib/auth/session.ts',
    find: 'if (found.isIdle)',
    replace: 'if (false)',
    tests: ['tests/console/session.test.ts'],
  },
  {
    what: 'a form from another site is accepted',
    file: 'lib/auth/origin.ts',
    find: 'return origin === env().origin;',
    replace: 'return true;',
    tests: ['tests/console/action.test.ts'],
  },
  {
    what: 'an unknown attempt can be marked as failed immediately',
    file: 'lib/domain/attempt-resolution.ts',
    find: 'STILL_RUNNING_MS - ageMs',
    replace: '-ageMs',
    tests: [PAY_AND_SEND],
  },
  {
    what: 'send time limits aren’t checked',
    file: 'lib/attempts/send-date.ts',
    find: 'if (date === undefined) return null;',
    replace: 'if (date === undefined || date !== null) return null;',
    tests: [SENDING, 'tests/console/invoicing.test.ts'],
  },
  {
    what: 'a campaign that isn’t a draft is sent',
    file: 'lib/domain/preconditions.ts',
    find: "status === 'draft' ? null : refused('not_draft')",
    replace: "status === undefined ? refused('not_draft') : null",
    tests: [SENDING, PAYING],
  },
  {
    what: 'a payment return’s state is accepted for another campaign',
    file: 'lib/data/payment-return.ts',
    find: ' || row.campaignId !== sealed?.campaign',
    replace: '',
    tests: [RETURN],
  },
  {
    what: 'a pay link can lead to any origin',
    file: 'lib/upstream/links.ts',
    find: 'return parseServiceUrl(link, env().payLinkOrigins)?.href ?? null;',
    replace: 'return link;',
    tests: [PAYING],
  },
  {
    what: 'another campaign is accepted in a customer’s response',
    file: 'lib/owners/scoped-call.ts',
    find: "if (campaign.value.id !== id) return fail({ kind: 'garbled' });",
    replace: '',
    tests: ['tests/console/scoped.test.ts'],
  },
  {
    what: 'activity entries can be changed',
    file: 'lib/store/migrations/0003_append_only.sql',
    find: "RAISE EXCEPTION 'activity is append-only';",
    replace: 'RETURN NULL;',
    tests: [ACTIVITY],
  },
  {
    what: 'an attempt’s start isn’t recorded',
    file: 'lib/store/attempts.ts',
    find: "await recordActivity(tx, rows.map(activityEntryFor('started')));",
    replace: '',
    tests: [ACTIVITY],
  },
  {
    what: 'time zones are cached under any spelling',
    file: 'lib/format/zones.ts',
    find: 'return CURRENT_NAMES[timeZone] ?? timeZone;',
    replace: 'return timeZone && name;',
    tests: ['tests/format/zones.test.ts'],
  },
  {
    what: 'a reading from before a change counts as current',
    file: 'lib/domain/stale-reading.ts',
    find: 'return before?.status !== after.status && before?.status === reading.status;',
    replace: 'return false;',
    tests: ['tests/format/stale-reading.test.ts', 'tests/console/stale-readings.test.ts'],
  },
  {
    what: 'checkout from before a payment counts as current',
    file: 'lib/domain/stale-reading.ts',
    find: "if (operation !== 'payAndSendCampaign' || !after) return false;",
    replace: 'return false;',
    tests: ['tests/format/stale-reading.test.ts'],
  },
  {
    what: 'a stale reading doesn’t stop an attempt',
    file: 'lib/attempts/perform.ts',
    find: "return contradicted ? { kind: 'stale', operation: contradicted.operation } : null;",
    replace: 'return contradicted && null;',
    tests: ['tests/console/stale-readings.test.ts'],
  },
  {
    what: 'a stale reading settles a lost attempt',
    file: 'lib/attempts/settle.ts',
    find: 'const isStale = snapshot !== null &&',
    replace: 'const isStale = snapshot === undefined &&',
    tests: ['tests/console/stale-readings.test.ts'],
  },
  {
    what: 'a repeated Idempotency-Key runs the operation again',
    file: 'lib/data/idempotency.ts',
    find: 'if (earlier.answer) return',
    replace: 'if (earlier.answer === undefined) return',
    tests: ['tests/console/idempotency.test.ts'],
  },
  {
    what: 'an Idempotency-Key can be used for another request',
    file: 'lib/data/idempotency.ts',
    find: 'if (earlier.fingerprint !== use.fingerprint)',
    replace: 'if (earlier.fingerprint === undefined)',
    tests: ['tests/console/idempotency.test.ts'],
  },
  {
    what: 'any caller can forge the address that rate limits count',
    file: 'lib/auth/caller-address.ts',
    find: 'address === null || !isTrustedProxy(address)',
    replace: 'address === null',
    tests: ['tests/console/caller.test.ts'],
  },
  {
    what: 'a common password with a few digits is accepted',
    file: 'lib/auth/weak-password.ts',
    find: '(others < MIN_OTHER_CHARACTERS && passwords.has(core))',
    replace: '(others < 0 && passwords.has(core))',
    tests: ['tests/console/weak-password.test.ts'],
  },
  {
    what: 'a weak NEXTAUTH_SECRET is accepted',
    file: 'lib/env/shapes.ts',
    find: 'new Set(text).size >= MIN_DIFFERENT_CHARACTERS && !isRepetitive(text, MAX_SECRET_PATTERN)',
    replace: 'text.length !== MIN_DIFFERENT_CHARACTERS + MAX_SECRET_PATTERN',
    tests: ['tests/console/env.test.ts'],
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
    file: 'lib/env/shapes.ts',
    find: "SSL_MODES.test(url.searchParams.get('sslmode') ?? '')",
    replace: "SSL_MODES.test(url.searchParams.get('sslmode') ?? 'disable')",
    tests: ['tests/console/env.test.ts'],
  },
  {
    what: 'a response has two content security policies',
    file: 'lib/http/raw-request.ts',
    find: "if (!response.hasHeader('content-security-policy'))",
    replace: 'if (!response.headersSent)',
    tests: ['tests/console/caller.test.ts'],
  },
  {
    what: 'a password is mostly the company’s name',
    file: 'lib/domain/password-weakness.ts',
    find: '[...EXPECTED_WORDS, ...company]',
    replace: 'EXPECTED_WORDS',
    tests: ['tests/console/weak-password.test.ts'],
  },
  {
    what: 'a refused request from another site leaves no trace',
    file: 'lib/auth/origin.ts',
    find: 'if (!isOwn)',
    replace: 'if (isOwn)',
    tests: ['tests/console/origin.test.ts'],
  },
];
