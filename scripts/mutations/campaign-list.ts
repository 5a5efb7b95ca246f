import type { Mutation } from './mutation.ts';

const LIST = 'tests/console/campaign-list.test.ts';
const QUERY = 'tests/format/campaign-query.test.ts';
const ROLES = 'tests/console/roles.test.ts';

export const CAMPAIGN_LIST_MUTATIONS: readonly Mutation[] = [
  {
    what: 'an API token for one customer lists every customer’s campaigns',
    file: 'lib/data/visible-customers.ts',
    find: '  if (own === null) return asked;',
    replace: '  return asked;',
    tests: [LIST],
  },
  {
    what: 'an API token for one customer finds other customers’ names',
    file: 'lib/data/search.ts',
    find: "  if (isRestrictedCaller()) return fail({ kind: 'forbidden' });\n  const text = words.slice(0, INDEX_LIMITS.wordsLength);\n  const db",
    replace: '  const text = words.slice(0, INDEX_LIMITS.wordsLength);\n  const db',
    tests: [LIST],
  },
  {
    what: 'a filter with an unknown customer shows every customer’s campaigns',
    file: 'lib/data/filter-names.ts',
    find: 'customer: isRestricted ? [] : foundCustomers.unknown,',
    replace: 'customer: [],',
    tests: [LIST],
  },
  {
    what: 'an API token for one customer can tell which other customers exist',
    file: 'lib/data/filter-names.ts',
    find: '...(isRestricted ? foundCustomers.unknown.map(() => NO_CUSTOMER) : []),',
    replace: '',
    tests: [LIST],
  },
  {
    what: 'a name that too many templates have selects only some of them',
    file: 'lib/store/find-names.ts',
    find: 'rows.length > MAX_FOUND ?',
    replace: 'rows.length > 10_000 ?',
    tests: [LIST],
  },
  {
    what: 'the export says that something is left to pay for a queued campaign',
    file: 'lib/format/campaign-csv.ts',
    find: "campaign.status === 'draft' ? amount(amounts?.leftToPay) : null,",
    replace: 'amount(amounts?.leftToPay),',
    tests: [LIST],
  },
  {
    what: 'a list ends where counting ended',
    file: 'lib/domain/campaign-list.ts',
    find: 'const pages = isPartial && isFull ? Math.max(counted, page + 1) : counted;',
    replace: 'const pages = counted + Number(isFull && false);',
    tests: ['tests/format/paging.test.ts'],
  },
  {
    what: 'a list comes from the index before every campaign has been read',
    file: 'lib/domain/campaign-list.ts',
    find: "state === 'current' || state === 'behind'",
    replace: "state !== 'indexing'",
    tests: [LIST],
  },
  {
    what: 'a list from the mail service ignores the filters that the service doesn’t have',
    file: 'app/(console)/campaigns/loader.ts',
    find: "    return { ...base, list: { kind: 'needs_index', isComplete } };",
    replace: '    await 0;',
    tests: [LIST],
  },
  {
    what: 'an export of campaigns isn’t recorded',
    file: 'lib/data/campaign-list.ts',
    find: "  await recordSecurityEvent({ name: 'campaigns.exported', by, details: { filters } });\n",
    replace: '',
    tests: [LIST],
  },
  {
    what: 'an export of campaigns needs no permission',
    file: 'lib/data/campaign-list.ts',
    find: "  const allowed = await authorize('listCampaigns');\n  if (!allowed.ok) return allowed;\n  if (!isIndexComplete",
    replace: '  const allowed = { value: null as never };\n  if (!isIndexComplete',
    tests: [ROLES],
  },
  {
    what: 'the last day of a date filter isn’t part of the filter',
    file: 'lib/forms/index-filter.ts',
    find: 'return bounds && Date.parse(bounds.end) + 1;',
    replace: 'return bounds && Date.parse(bounds.start);',
    tests: [QUERY],
  },
  {
    what: 'a price filter counts cents as dollars',
    file: 'lib/forms/index-filter.ts',
    find: "readBounds('price', typed, toMinorUnits,",
    replace: "readBounds('price', typed, Number,",
    tests: [QUERY],
  },
  {
    what: 'a sum of drafts counts one credit several times',
    file: 'lib/domain/left-to-pay.ts',
    find: 'drafts.filter(({ credit }) => credit > 0).length > 1',
    replace: 'drafts.length < 0',
    tests: ['tests/format/payment-run.test.ts', 'tests/console/shared-credits.test.ts'],
  },
  {
    what: 'a list’s total counts one credit several times',
    file: 'lib/domain/left-to-pay.ts',
    find: 'campaigns > 1 && totals.some(({ credit }) => credit > 0)',
    replace: 'campaigns < 0',
    tests: ['tests/console/shared-credits.test.ts'],
  },
  {
    what: 'after a payment used a credit, other drafts show it for half an hour',
    file: 'lib/store/recorded-payments.ts',
    find: 'before.credit !== after.credit || isUsed',
    replace: 'isUsed',
    tests: ['tests/console/shared-credits.test.ts'],
  },
  {
    what: 'after a paid draft is deleted, other drafts don’t show the credit for half an hour',
    file: 'lib/store/campaign-index.ts',
    find: "stored.status === 'draft' && (stored.alreadyPaid ?? 0) > 0",
    replace: 'stored === null',
    tests: ['tests/console/shared-credits.test.ts'],
  },
];
