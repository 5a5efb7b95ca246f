/** The active filters of a campaign list, as text. */
import type { GuestApproval, PaymentState } from '#lib/domain/index-filter.ts';
import {
  APPROVAL_FILTER_NAMES,
  ATTEMPT_FILTER_NAMES,
  GUEST_APPROVAL_NAMES,
} from '#lib/format/decision-filters.ts';
import { describeJobFilter } from '#lib/format/job-filter.ts';
import { PAYMENT_STATE_NAMES } from '#lib/format/payment-state.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { sentenceCase } from '#lib/format/text.ts';
import {
  parseJobFilter,
  type QueryChanges,
  type QueryField,
  type TypedQuery,
} from '#lib/forms/campaign-fields.ts';

export interface ActiveFilter {
  /** The filter's name, such as "Payment". */
  readonly label: string;
  /** The filter's value, such as "Paid, not sent". */
  readonly value: string;
  /** The changes to the URL that remove the filter. */
  readonly removal: QueryChanges;
}

/**
 * Returns the active filters, except the status and, on a customer's page, the customer.
 * @param formatDay formats a date such as "2026-11-21"
 */
export function filterChips(typed: TypedQuery, formatDay: (day: string) => string): readonly ActiveFilter[] {
  const { targeting_method, pairs } = typed;
  const lists = [
    ['customer', 'Customer', (value: string) => value],
    ['template', 'Template', (value: string) => value],
    ['payment', 'Payment', (value: string) => PAYMENT_STATE_NAMES[value as PaymentState] ?? value],
    ['guests', 'Guests', (value: string) => GUEST_APPROVAL_NAMES[value as GuestApproval] ?? value],
    ['size', 'Size', sizeLabel],
    ['postage', 'Postage', sentenceCase],
  ] as const;
  const choices: readonly [QueryField, string, Readonly<Record<string, string>>][] = [
    ['attempt', 'Attempts', ATTEMPT_FILTER_NAMES],
    ['approval', 'Approval', APPROVAL_FILTER_NAMES],
  ];
  const ranges = [
    ['scheduled_from', 'scheduled_to', 'Sends', formatDay],
    ['created_from', 'created_to', 'Created', formatDay],
    ['sent_at[from]', 'sent_at[to]', 'Sent', formatDay],
    ['price_min', 'price_max', 'Price', asTyped],
    ['recipients_min', 'recipients_max', 'Recipients', asTyped],
  ] as const;
  const job = typed.job === undefined ? undefined : parseJobFilter(typed.job);
  return [
    ...(typed.job === undefined
      ? []
      : [{ label: 'Job', value: job ? describeJobFilter(job) : typed.job, removal: { job: undefined } }]),
    ...(typed.q === undefined ? [] : [{ label: 'Search', value: `“${typed.q}”`, removal: { q: undefined } }]),
    ...choices.flatMap(([name, label, names]) => {
      const value = typed[name];
      return value === undefined
        ? []
        : [{ label, value: names[value] ?? value, removal: { [name]: undefined } }];
    }),
    ...lists.flatMap(([name, label, format]) => {
      const values = typed[name] ?? [];
      return values.length === 0
        ? []
        : [{ label, value: summarize(values.map(format)), removal: { [name]: undefined } }];
    }),
    ...ranges.flatMap(([from, to, label, format]) =>
      rangeChip(
        label,
        [from, to],
        [typed[from], typed[to]].map((value) => value && format(value)),
      ),
    ),
    ...(targeting_method === undefined
      ? []
      : [
          {
            label: 'Targeting',
            value: targeting_method === 'csv' ? 'CSV' : sentenceCase(targeting_method),
            removal: { targeting_method: undefined },
          },
        ]),
    ...pairs.map(({ key, value }, i) => ({
      label: key,
      value,
      removal: { pairs: pairs.filter((_, other) => other !== i) },
    })),
  ];
}

/** The maximum number of values that a chip names. */
const MAX_NAMED = 2;

const summarize = (values: readonly string[]): string =>
  values.length <= MAX_NAMED
    ? values.join(', ')
    : `${values.slice(0, MAX_NAMED).join(', ')}, and ${values.length - MAX_NAMED} more`;

const asTyped = (value: string) => value;

function rangeChip(
  label: string,
  [from, to]: readonly [QueryField, QueryField],
  [first, last]: readonly (string | undefined)[],
): readonly ActiveFilter[] {
  const removal = { [from]: undefined, [to]: undefined };
  if (first === undefined) return last === undefined ? [] : [{ label, value: `through ${last}`, removal }];
  if (last === undefined) return [{ label, value: `from ${first}`, removal }];
  return [{ label, value: first === last ? first : `${first} – ${last}`, removal }];
}
