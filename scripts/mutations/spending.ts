import type { Mutation } from './mutation.ts';

const SUMS = 'tests/console/spending.test.ts';
const CUSTOMERS = 'tests/console/customer-list.test.ts';
const REPORT = 'tests/console/spending-report.test.ts';
const AMOUNTS = 'tests/console/payment-amounts.test.ts';
const MIGRATION = 'lib/store/migrations/0040_payment_states.sql';

export const SPENDING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'credits that a draft hasn’t used count as used',
    file: MIGRATION,
    find: 'CASE WHEN a.is_draft THEN 0 ELSE coalesce(credit, 0) END::numeric',
    replace: 'coalesce(credit, 0)::numeric',
    tests: [SUMS],
  },
  {
    what: 'a campaign that isn’t listed anymore stays in the sums',
    file: MIGRATION,
    find: 'JOIN changes USING (campaign_id) WHERE n.is_listed',
    replace: 'JOIN changes USING (campaign_id)',
    tests: [SUMS],
  },
  {
    what: 'campaigns that credits cover count as unpaid',
    file: MIGRATION,
    find: 'greatest(d.open - coalesce(credit, 0), 0) AS unpaid',
    replace: 'd.open AS unpaid',
    tests: [SUMS],
  },
  {
    what: 'an upgrade counts campaigns that credits cover as unpaid',
    file: MIGRATION,
    find: 'sum(s.unpaid_campaigns), sum(s.unpaid_recipients), sum(s.unpaid), 0, 0',
    replace: 'sum(s.open_campaigns), sum(s.open_recipients), sum(s.open), 0, 0',
    tests: [AMOUNTS],
  },
  {
    what: 'amounts in another currency than the price count as if they were in the same',
    file: MIGRATION,
    find: 'IF NEW.checkout_currency <> NEW.currency THEN',
    replace: 'IF false THEN',
    tests: [AMOUNTS],
  },
  {
    what: 'a draft counts as unpaid although checkout doesn’t clearly say what was paid',
    file: MIGRATION,
    find: ' OR NEW.left_to_pay IS NULL OR NEW.already_paid IS NULL THEN NULL',
    replace: ' OR NEW.left_to_pay IS NULL THEN NULL',
    tests: [AMOUNTS],
  },
  {
    what: 'campaigns without a date are missing in exports',
    file: 'lib/data/spending.ts',
    find: "for (const month of [...months, 'undated'] as const)",
    replace: 'for (const month of months)',
    tests: [REPORT],
  },
  {
    what: 'a campaign near the beginning of a month is counted in the month of UTC',
    file: 'lib/store/spending.ts',
    find: "unit = 'quarter_hour' and starts_at >= ",
    replace: "unit = 'quarter_hour' and starts_at > ",
    tests: [SUMS],
  },
  {
    what: 'campaigns between two quarters are missing in a year',
    file: 'lib/domain/spending.ts',
    find: 'beforeMs: 14 * HOUR_MS',
    replace: 'beforeMs: 2 * HOUR_MS',
    tests: [SUMS],
  },
  {
    what: 'merging new sums drops the earlier ones',
    file: 'lib/store/spending-sums.ts',
    find: 'select * from added union all select * from merged',
    replace: 'select * from added',
    tests: [SUMS],
  },
  {
    what: 'some campaigns are shown as the sum of all',
    file: 'lib/store/campaign-spending.ts',
    find: '  if (counted && counted.count > limit) return null;\n',
    replace: '',
    tests: [SUMS],
  },
  {
    what: 'a mailed campaign’s date counts as the next mailing',
    file: 'lib/store/spending-sums.ts',
    find: " and status = 'queued'",
    replace: '',
    tests: [SUMS],
  },
  {
    what: 'amounts in different currencies are added up',
    file: 'lib/domain/spending-totals.ts',
    find: 'Map.groupBy(months, ({ currency }) => currency)',
    replace: "Map.groupBy(months, (): string | null => '$')",
    tests: [REPORT],
  },
  {
    what: 'an unknown customer’s spending is that of all customers',
    file: 'lib/data/spending.ts',
    find: "return ok('unknown' in found.value ? found.value : { scope: found.value });",
    replace:
      "return ok({ scope: 'unknown' in found.value ? { customerIds: [], templateIds: [] } : found.value });",
    tests: [REPORT],
  },
  {
    what: 'an API token for one customer sees every customer’s spending',
    file: 'lib/data/filter-names.ts',
    find: 'const customerIds = restrictCustomers(customerId === undefined ? named : [customerId]);',
    replace: 'const customerIds: readonly number[] | null = customerId === undefined ? named : [customerId];',
    tests: [REPORT],
  },
  {
    what: 'an API token for one customer lists every customer',
    file: 'lib/data/customer-list.ts',
    find: 'const ids = restrictCustomers([]);',
    replace: 'const ids: readonly number[] | null = [];',
    tests: [CUSTOMERS],
  },
  {
    what: 'spending is shown before every campaign has been read',
    file: 'lib/data/spending.ts',
    find: "  if (!isIndexComplete(freshness)) return ok({ kind: 'incomplete', freshness });\n",
    replace: '',
    tests: [REPORT],
  },
  {
    what: 'the export of spending isn’t recorded',
    file: 'lib/data/spending.ts',
    find: "    name: 'spending.exported',",
    replace: "    name: 'campaigns.exported',",
    tests: [REPORT],
  },
  {
    what: 'a payment made for sending a campaign is never read',
    file: 'lib/store/schema/spending-columns.ts',
    find: "is distinct from 'draft' and (",
    replace: "is distinct from 'draft' and not (",
    tests: [REPORT],
  },
  {
    what: 'the mail service is asked again and again for a checkout that it doesn’t have',
    file: 'lib/store/unread-payments.ts',
    find: '.set({ checkoutReadAt: sql`now()` })',
    replace: '.set({ checkoutReadAt: null })',
    tests: [REPORT],
  },
  {
    what: 'a month begins at midnight in UTC for members in other time zones',
    file: 'lib/forms/spending-query.ts',
    find: '}).toZonedDateTime(zone).epochMilliseconds',
    replace: "}).toZonedDateTime('UTC').epochMilliseconds",
    tests: [REPORT],
  },
];
