/** What is broken on purpose: one place each, and the tests that have to notice. */
export interface Mutation {
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const ATTEMPTS = 'tests/console/attempts.test.ts';
const PAYING = 'tests/console/paying.test.ts';
const SENDING = 'tests/console/sending.test.ts';
const ROLES = 'tests/console/roles.test.ts';
const RETRYING = 'tests/console/retrying.test.ts';
const RETURN = 'tests/console/payment-return.test.ts';
const APPROVAL = 'tests/console/approval.test.ts';
const ACTIVITY = 'tests/console/activity.test.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    what: 'the claim holds nobody off',
    file: 'lib/store/attempts.ts',
    find: 'db.insert(attempts).values(wanted)',
    replace: 'db.insert(attempts).values({ ...wanted, lockScope: crypto.randomUUID() as never })',
    tests: [ATTEMPTS],
  },
  {
    what: 'a lost claim is no reason not to call',
    file: 'lib/attempts/perform.ts',
    find: "if (!begun) return fail({ kind: 'in_progress' });",
    replace: '',
    tests: [ATTEMPTS],
  },
  {
    what: 'what changes something is tried again',
    file: 'lib/upstream/client.ts',
    find: ': send(deadline);',
    replace: ': patiently(() => send(deadline), deadline);',
    tests: [RETRYING],
  },
  {
    what: 'a lost answer counts as a refusal',
    file: 'lib/attempts/perform.ts',
    find: '  await leaveUnknown(db, row.id);\n',
    replace:
      "  await settle(db, row.id, { state: 'refused', settledBy: 'answer' });\n  return fail(answer.failure);\n",
    tests: [ATTEMPTS, SENDING],
  },
  {
    what: 'a 5xx counts as nothing done',
    file: 'lib/upstream/failures.ts',
    find: "if (status >= 500) return miss({ kind: 'failed', status }, 'possible');",
    replace: "if (status >= 500) return miss({ kind: 'failed', status }, 'none');",
    tests: ['tests/console/answers.test.ts'],
  },
  {
    what: 'an attempt whose server died is forgotten',
    file: 'lib/store/attempts.ts',
    find: 'await db.delete(attempts).where(and(dead, isNull(attempts.before)));',
    replace: 'await db.delete(attempts).where(dead);',
    tests: [ATTEMPTS],
  },
  {
    what: 'whatever a reading shows means that it was sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return 'done';",
    tests: ['tests/console/verdict.test.ts', ATTEMPTS],
  },
  {
    what: 'a campaign that looks as before counts as not sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return isSent(status) ? 'done' : 'refused';",
    tests: ['tests/console/verdict.test.ts', ATTEMPTS],
  },
  {
    what: 'a copy whose answer got lost counts as not made',
    file: 'lib/domain/attempt-resolution.ts',
    find: "    case 'cloneCampaign':\n      return 'open';",
    replace: "    case 'cloneCampaign':\n      return 'refused';",
    tests: ['tests/console/verdict.test.ts'],
  },
  {
    what: 'a call leaves after its time',
    file: 'lib/attempts/perform.ts',
    find: 'if (until.left() === 0) {',
    replace: 'if (until.left() < 0) {',
    tests: [ATTEMPTS],
  },
  {
    what: 'what was settled is settled anew',
    file: 'lib/store/attempts.ts',
    find: 'and(eq(attempts.id, id), inArray(attempts.state, UNSETTLED))',
    replace: 'eq(attempts.id, id)',
    tests: [ATTEMPTS],
  },
  {
    what: 'a service that falls silent is waited for',
    file: 'lib/upstream/connection.ts',
    find: 'bodyTimeout: IDLE_MS,',
    replace: 'bodyTimeout: 0,',
    tests: ['tests/console/answers.test.ts'],
  },
  {
    what: 'a changed price is not looked at',
    file: 'lib/attempts/priced-campaign.ts',
    find: 'const amount = changedAmount(agreed, now);',
    replace: 'const amount = changedAmount(agreed, agreed);',
    tests: [PAYING],
  },
  {
    what: 'an approval is not looked at',
    file: 'lib/data/member-attempt.ts',
    find: 'return prepared.ok && !approval.ok ? approval : prepared;',
    replace: 'return prepared;',
    tests: [APPROVAL],
  },
  {
    what: 'an approval of anything counts',
    file: 'lib/share-links/approval.ts',
    find: 'row.fingerprint === current,',
    replace: 'true,',
    tests: [APPROVAL],
  },
  {
    what: 'an approval counts for what was printed a minute ago',
    file: 'lib/share-links/approval.ts',
    find: 'readPrintedContent(campaign.value, { deadline, fresh: true })',
    replace: 'readPrintedContent(campaign.value, { deadline })',
    tests: [APPROVAL],
  },
  {
    what: 'a role is not looked at',
    file: 'lib/data/authorise.ts',
    find: 'member && mayRun(member.role, right)',
    replace: 'member',
    tests: [ROLES],
  },
  {
    what: 'a session from before a change of password still holds',
    file: 'lib/auth/session.ts',
    find: 'row.sessionsFrom.getTime() !== claims.epoch',
    replace: 'false',
    tests: ['tests/console/session.test.ts'],
  },
  {
    what: 'a form from another site is taken',
    file: 'lib/auth/origin.ts',
    find: 'return origin === env().origin;',
    replace: 'return true;',
    tests: ['tests/console/action.test.ts'],
  },
  {
    what: 'whoever asks may say at once that it came to nothing',
    file: 'lib/attempts/attempt.ts',
    find: 'STILL_AT_WORK_MS - ageMs',
    replace: '-ageMs',
    tests: [PAYING],
  },
  {
    what: 'the limits of the send time are left to the service',
    file: 'lib/attempts/rules.ts',
    find: 'if (date === undefined) return null;',
    replace: 'if (date === undefined || date !== null) return null;',
    tests: [SENDING, 'tests/console/invoicing.test.ts'],
  },
  {
    what: 'a campaign that is no draft is sent',
    file: 'lib/attempts/rules.ts',
    find: "status === 'draft' ? null : refused('not_draft')",
    replace: "status === undefined ? refused('not_draft') : null",
    tests: [SENDING, PAYING],
  },
  {
    what: 'a return seal opens another campaign’s payment',
    file: 'lib/data/payment-return.ts',
    find: ' || row.campaignId !== sealed?.campaign',
    replace: '',
    tests: [RETURN],
  },
  {
    what: 'a pay link may lead anywhere',
    file: 'lib/upstream/links.ts',
    find: 'return plainUrl(link, env().payLinkOrigins)?.href ?? null;',
    replace: 'return link;',
    tests: [PAYING],
  },
  {
    what: 'another customer’s campaign is taken for this one’s',
    file: 'lib/owners/scoped.ts',
    find: "if (answer.value.id !== id) return fail({ kind: 'garbled' });",
    replace: '',
    tests: ['tests/console/scoped.test.ts'],
  },
  {
    what: 'the trail can be changed',
    file: 'lib/store/migrations/0003_append_only.sql',
    find: "RAISE EXCEPTION 'activity is append-only';",
    replace: 'RETURN NULL;',
    tests: [ACTIVITY],
  },
  {
    what: 'that something was begun leaves no trail',
    file: 'lib/store/attempts.ts',
    find: "await recordActivity(tx, rows.map(activityEntryFor('started')));",
    replace: '',
    tests: [ACTIVITY],
  },
];
