import type { Mutation } from './mutation.ts';

const APPROVAL = 'tests/console/approval.test.ts';

export const APPROVAL_MUTATIONS: readonly Mutation[] = [
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
];
