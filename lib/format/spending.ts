/** Labels for spending periods, months, and groups. */

import { customerName } from './customer.ts';
import type { DateSettings } from './dates.ts';
import { formatSum } from './money.ts';
import { sizeLabel } from './size.ts';
import { sentenceCase } from './text.ts';

/** The start of a month in UTC. */
const monthStart = (index: number) => Date.UTC(Math.floor(index / 12), index % 12);

const formats = new Map<string, Intl.DateTimeFormat>();
function formatUtc(index: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(monthStart(index));
}

/** Formats a month as "Nov 2026". */
export const formatMonthOf = (index: number, { locale }: Pick<DateSettings, 'locale'>): string =>
  formatUtc(index, locale, { month: 'short', year: 'numeric' });

/** Formats a month as "Nov". */
export const formatShortMonth = (index: number, { locale }: Pick<DateSettings, 'locale'>): string =>
  formatUtc(index, locale, { month: 'short' });

export const yearOf = (index: number): string => String(Math.floor(index / 12));

const whole = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Formats an amount in minor units for a chart, such as "$66k" or "$1.2M". */
export function formatShortSum(minor: number, currency: string | null): string {
  const major = minor / 100;
  const digits = String(Math.floor(major)).length % 3;
  const text = (digits === 1 && major >= 1_000 ? precise : whole).format(major).replace('K', 'k');
  const sample = formatSum(0, currency).replace('0.00', '');
  return `${sample}${text}`;
}

export const GROUP_LABELS = {
  customer: 'Customer',
  template: 'Template',
  postage: 'Postage',
  size: 'Size',
  metadata: 'Metadata',
} as const;

/** The nouns for counts of groups, such as "customers" in "5 other customers". */
export const GROUP_NOUNS: Readonly<Record<keyof typeof GROUP_LABELS, readonly [one: string, many: string]>> =
  {
    customer: ['customer', 'customers'],
    template: ['template', 'templates'],
    postage: ['postage class', 'postage classes'],
    size: ['size', 'sizes'],
    metadata: ['value', 'values'],
  };

/** Returns the name of a group. A group without a value contains the campaigns whose value isn't known. */
export function groupName(
  by: keyof typeof GROUP_LABELS,
  { key, name }: { readonly key: string; readonly name: string | undefined },
): string {
  switch (by) {
    case 'customer':
      return key === '' ? 'Unknown customer' : customerName(Number(key), name);
    case 'template':
      return key === '' ? 'No template' : (name ?? `Template ${key}`);
    case 'size':
      return key === '' ? 'No size' : sizeLabel(key);
    case 'postage':
      return key === '' ? 'No postage class' : sentenceCase(key);
    case 'metadata':
      return key === '' ? 'No value' : key;
  }
}

export const PERIOD_NAMES = {
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This year',
  last_year: 'Last year',
  last_12_months: '12 months',
} as const;
