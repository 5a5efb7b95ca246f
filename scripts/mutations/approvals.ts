import type { Mutation } from './mutation.ts';

const APPROVAL = 'tests/console/approval.test.ts';
const LAST_CHECKS = 'tests/console/last-checks.test.ts';

export const APPROVAL_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a missing approval is ignored',
    file: 'lib/attempts/perform.ts',
    find: 'if (!approval.ok) return approval;',
    replace: '',
    tests: [APPROVAL],
  },
  {
    what: 'a minimum price with three decimals is read as thousands',
    file: 'app/(console)/team/approval-action.ts',
    find: '!hasTooManyDecimals(text)',
    replace: "hasTooManyDecimals('') || text !== ''",
    tests: ['tests/console/approval-setting.test.ts'],
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
    find: 'readPrintedContent(reading.campaign, { deadline, fresh: true })',
    replace: 'readPrintedContent(reading.campaign, { deadline })',
    tests: [APPROVAL],
  },
  {
    what: 'the rule and the decisions are read before the files',
    file: 'lib/share-links/approval.ts',
    find: 'const rule = applicableRule(settings, reading?.checkout, jobTotal);',
    replace: 'const rule = early;',
    tests: [LAST_CHECKS],
  },
  {
    what: 'the member’s permission is checked only before the campaign is read',
    file: 'lib/attempts/perform.ts',
    find: 'if (forbidden) return refuse(forbidden);',
    replace: '',
    tests: [LAST_CHECKS],
  },
  {
    what: 'a token that was revoked while the campaign was read still works',
    file: 'lib/data/member-attempt.ts',
    find: 'if (isMemberAllowed && isTokenLive) return null;',
    replace: 'if (isMemberAllowed) return null;',
    tests: [LAST_CHECKS],
  },
  {
    what: 'the approval is checked against another reading than the one for the call',
    file: 'lib/attempts/perform.ts',
    find: 'const approval = await checkApproval(db, row, order, checkDeadline);',
    replace:
      'const again = await plan.read(context);\n    if (!again.ok) return refuse(again.failure);\n    const approval = await checkApproval(db, row, plan.order?.(again.value), checkDeadline);',
    tests: [LAST_CHECKS],
  },
];
