/** Types and helpers for the seeded customers in customers/. */
import { DAY_MS } from '#lib/time-units.ts';
import type { PostageClass } from '../rules/prices.ts';
import type { StoredAddress, StoredAgent, TargetingMethod } from '../store/column-types.ts';
import type { SeedTemplate } from './designs/parts.ts';
import type { Town } from './people.ts';

/** A template with its variables filled in. Several campaigns can use the same edition. */
export interface Edition {
  readonly template: SeedTemplate;
  /** The campaigns' name in v2. */
  readonly name: string;
  /** Values for the design's variables, except the return address and recipient. */
  readonly values: Readonly<Record<string, string>>;
  readonly targeting: TargetingMethod;
  readonly postage: PostageClass;
  readonly town: Town;
  /** The number of recipients on each of the edition's lists. */
  readonly counts: readonly [number, ...number[]];
  readonly metaData: Readonly<Record<string, string>>;
}

export interface SeedCustomer {
  readonly email: string;
  readonly creditCents: number;
  readonly sender: StoredAddress;
  readonly agent: StoredAgent | null;
  readonly editions: readonly [Edition, ...Edition[]];
}

/** Formats dates for designs, relative to the day of seeding. */
export interface SeedDates {
  /**
   * Returns the first date on the given weekday that is at least `daysAhead` days ahead, such as "Sunday,
   * November 29". Sunday is 0.
   */
  weekday(day: number, daysAhead: number): string;
  /** Returns a date such as "December 31". */
  day(daysAhead: number): string;
  /** Returns a date such as "November 16, 2026". */
  full(daysAhead: number): string;
}

export function createDates(now: Date): SeedDates {
  const at = (daysAhead: number) => new Date(now.getTime() + daysAhead * DAY_MS);
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-US', { timeZone: 'America/New_York', ...options });
  return {
    weekday: (day, daysAhead) => {
      const first = at(daysAhead);
      const daysToWait = (day - new Date(format(first, {})).getDay() + 7) % 7;
      return format(at(daysAhead + daysToWait), { weekday: 'long', month: 'long', day: 'numeric' });
    },
    day: (daysAhead) => format(at(daysAhead), { month: 'long', day: 'numeric' }),
    full: (daysAhead) => format(at(daysAhead), { year: 'numeric', month: 'long', day: 'numeric' }),
  };
}

/** Creates an address in a town. */
export function createAddress(town: Town, company: string, name: string, line1: string): StoredAddress {
  return {
    name,
    company,
    address_line1: line1,
    address_city: town.city,
    address_state: town.state,
    address_zip: town.zip,
    address_country: 'US',
    variables: {},
  };
}
