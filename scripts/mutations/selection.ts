import type { Mutation } from './mutation.ts';

const SELECTION = 'tests/console/selection.test.ts';
const FORMS = 'tests/console/job-forms.test.ts';

export const SELECTION_MUTATIONS: readonly Mutation[] = [
  {
    what: 'the list offers to schedule unpaid drafts',
    file: 'lib/domain/selection.ts',
    find: "payment === 'paid_not_sent' ? undefined : 'not_paid'",
    replace: "payment !== 'covered_by_credits' ? undefined : 'not_paid'",
    tests: [SELECTION],
  },
  {
    what: 'a list with an invalid filter selects every campaign',
    file: 'lib/forms/job-selection.ts',
    find: 'if (Object.keys(query.errors).length > 0) return undefined;',
    replace: '',
    tests: [SELECTION],
  },
  {
    what: 'a list with more campaigns than a job can have is selected',
    file: 'lib/data/job-selection.ts',
    find: 'ids.length > MAX_JOB_ITEMS',
    replace: 'ids.length > 2 * MAX_JOB_ITEMS',
    tests: [SELECTION],
  },
  {
    what: 'another member can have a review read again',
    file: 'lib/data/jobs.ts',
    find: "if (known.memberId !== viewer.value.id) return fail(refused('job_not_yours'));",
    replace: '',
    tests: [FORMS],
  },
  {
    what: 'the list offers to pay for campaigns with nothing left to pay',
    file: 'lib/domain/selection.ts',
    find: 'if (left > 0) payable++;',
    replace: 'payable++;',
    tests: [SELECTION],
  },
  {
    what: 'the list of a job’s refused campaigns contains all of the job’s campaigns',
    file: 'lib/store/index-conditions.ts',
    find: 'jobItems.state} = ',
    replace: 'jobItems.state} is distinct from ',
    tests: ['tests/console/job-results-in-lists.test.ts'],
  },
];
