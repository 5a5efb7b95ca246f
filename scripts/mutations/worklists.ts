import type { Mutation } from './mutation.ts';

const LISTS = 'tests/console/worklists.test.ts';
const OVERVIEW = 'tests/console/overview.test.ts';

export const WORKLIST_MUTATIONS: readonly Mutation[] = [
  {
    what: 'the campaigns that go out soon are the newest ones',
    file: 'lib/forms/worklists.ts',
    find: "going_out: { status: 'queued', sort: 'scheduled_at' }",
    replace: "going_out: { status: 'queued', sort: '-created_at' }",
    tests: [LISTS],
  },
  {
    what: 'a total includes drafts with an unfinished attempt',
    file: 'lib/store/index-totals.ts',
    find: 'selectRows(sources.subtracted, group, maxSummed, -1)',
    replace: 'selectRows(sources.subtracted, group, 0, -1)',
    tests: [LISTS],
  },
  {
    what: 'an unfinished copy keeps a draft out of the worklists',
    file: 'lib/store/index-decisions.ts',
    find: "and(inArray(attempts.state, UNSETTLED), eq(attempts.lockScope, 'mail'))",
    replace: 'inArray(attempts.state, UNSETTLED)',
    tests: [LISTS, OVERVIEW],
  },
  {
    what: 'an approval of a member who left the team counts',
    file: 'lib/store/index-decisions.ts',
    find: 'members.disabledAt} is null',
    replace: 'members.disabledAt} is distinct from now()',
    tests: [LISTS],
  },
  {
    what: 'an unverified approval counts as a guest’s approval',
    file: 'lib/store/index-decisions.ts',
    find: "guestDecisions.verifiedAt} is null then 'unverified'",
    replace: "guestDecisions.verifiedAt} is null and false then 'unverified'",
    tests: [LISTS],
  },
  {
    what: 'the team’s minimum doesn’t limit which drafts wait for approval',
    file: 'lib/store/index-decisions.ts',
    find: 'campaigns.highestTotal} >= ',
    replace: 'campaigns.highestTotal} >= 0 * ',
    tests: [LISTS],
  },
  {
    what: 'the overview comes from the index before every campaign has been read',
    file: 'lib/data/worklists.ts',
    find: 'if (!isIndexComplete(freshness)) return',
    replace: 'if (false) return',
    tests: [OVERVIEW],
  },
  {
    what: 'an API token for one customer reads every customer’s totals',
    file: 'lib/data/worklists.ts',
    find: "  if ((currentTokenCaller()?.customerId ?? null) !== null) return fail({ kind: 'forbidden' });\n",
    replace: '',
    tests: [OVERVIEW],
  },
  {
    what: 'the live overview lists drafts with an unfinished attempt',
    file: 'app/(console)/live-overview.ts',
    find: "    campaign.status !== 'draft' ||\n",
    replace: '    true ||\n',
    tests: [OVERVIEW],
  },
  {
    what: 'the sync compares a decision with a cached file',
    file: 'lib/index/contents.ts',
    find: '{ deadline, fresh: true }',
    replace: '{ deadline }',
    tests: [OVERVIEW],
  },
  {
    what: 'a decision about a queued campaign is forgotten',
    file: 'lib/store/decided-contents.ts',
    find: "['processing', 'sent', 'mailed']",
    replace: "['queued', 'processing', 'sent', 'mailed']",
    tests: [OVERVIEW],
  },
];
