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
    file: 'lib/data/campaign-list.ts',
    find: '  if (customers.unknown.length > 0 || templates.unknown.length > 0)\n    return',
    replace: '  if (false) return',
    tests: [LIST],
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
];
