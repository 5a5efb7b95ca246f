import type { Mutation } from './mutation.ts';

const SECURITY_EVENTS = 'tests/console/security-events.test.ts';
const RECORDED_EVENTS = 'tests/console/recorded-events.test.ts';
const MEMBER_DATA = 'tests/console/member-data.test.ts';
const RETENTION = 'tests/console/retention.test.ts';

export const ACTIVITY_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a formula after a semicolon is exported as a formula',
    file: 'lib/http/csv.ts',
    find: '    cast: { string: escapeLaterFormulas },\n',
    replace: '',
    tests: ['tests/console/activity-export.test.ts'],
  },
  {
    what: 'activity entries can be changed',
    file: 'lib/store/migrations/0044_retention.sql',
    find: "IF TG_OP = 'UPDATE' AND current_setting('mailroom.erases_member', true) = 'on' THEN",
    replace: "IF TG_OP = 'UPDATE' THEN",
    tests: ['tests/console/activity.test.ts'],
  },
  {
    what: 'erasing a member replaces a name that texts only have in common',
    file: 'lib/store/member-data.ts',
    find: "nameInTexts === 'replace' && name !== ''",
    replace: "name !== ''",
    tests: [MEMBER_DATA],
  },
  {
    what: 'erasing a member replaces values that the code defines',
    file: 'lib/store/personal-columns.ts',
    find: "'old_note', 'old_name']",
    replace: "'old_note', 'old_name', 'role']",
    tests: [MEMBER_DATA],
  },
  {
    what: 'erasing a member removes the IP address of the person who changed the member',
    file: 'lib/store/personal-columns.ts',
    find: "origin: { from: ['by', 'about'] },",
    replace: "origin: { from: ['about', 'by'] },",
    tests: [MEMBER_DATA],
  },
  {
    what: 'old activity about an attempt that still exists can be deleted',
    file: 'lib/store/migrations/0044_retention.sql',
    find: '\n\t\tAND NOT EXISTS (SELECT 1 FROM "attempts" WHERE "attempts"."id" = old.attempt_id) THEN',
    replace: ' THEN',
    tests: [RETENTION],
  },
  {
    what: 'old attempts with an unknown outcome are deleted',
    file: 'lib/store/retention.ts',
    find: "eq(attempts.state, 'refused'),\n      lt(attempts.settledAt, daysAgo(days)),",
    replace: "inArray(attempts.state, ['refused', 'unknown']),\n      lt(attempts.startedAt, daysAgo(days)),",
    tests: [RETENTION],
  },
  {
    what: 'old jobs with an unknown outcome are deleted',
    file: 'lib/store/retention.ts',
    find: "['started', 'unknown']",
    replace: "['started']",
    tests: [RETENTION],
  },
  {
    what: 'a refused request from another site leaves no trace',
    file: 'lib/auth/origin.ts',
    find: 'if (!isOwn)',
    replace: 'if (isOwn)',
    tests: ['tests/console/origin.test.ts'],
  },
  {
    what: 'a refused sign-in leaves no trace',
    file: 'lib/auth/credentials.ts',
    find: 'await recordRefusedSignIn(name, isAddress ? address : null, callerKey);',
    replace: 'void recordRefusedSignIn;',
    tests: [SECURITY_EVENTS],
  },
  {
    what: 'an unknown email address is stored',
    file: 'lib/auth/security-events.ts',
    find: "const details = member ? {} : ({ reason: 'unknown_address' } as const);",
    replace: "const details = member ? {} : { reason: email ?? '' };",
    tests: [SECURITY_EVENTS],
  },
  {
    what: 'a refused sign-in is recorded before the response',
    file: 'lib/auth/after-response.ts',
    find: '    after(safely);\n',
    replace: '    await safely();\n',
    tests: [SECURITY_EVENTS],
  },
  {
    what: 'repeated events add an entry for every source',
    file: 'lib/store/security-events.ts',
    find: '>= MAX_SOURCES_PER_HOUR;',
    replace: '>= 1_000_000;',
    tests: ['tests/console/security-event-limits.test.ts'],
  },
  {
    what: 'a change of a role isn’t recorded',
    file: 'lib/data/team.ts',
    find: '    await record({ name: ACTION_EVENTS[action], by, about: member, details });\n',
    replace: '',
    tests: [RECORDED_EVENTS],
  },
  {
    what: 'a change is kept even if it can’t be recorded',
    file: 'lib/auth/security-events.ts',
    find: 'await insertSecurityEvent(tx, toRow(event, from));',
    replace:
      'await tx.transaction((inner) => insertSecurityEvent(inner, toRow(event, from))).catch(() => undefined);',
    tests: ['tests/console/unrecorded-changes.test.ts'],
  },
  {
    what: 'the log contains the names of share links',
    file: 'lib/domain/security-event.ts',
    find: "label: 'private'",
    replace: "label: 'logged'",
    tests: [RECORDED_EVENTS],
  },
];
