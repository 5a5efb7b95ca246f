/** What the seed says of a customer. The customers themselves are in customers/. */
import { DAY_MS } from '#lib/contract/limits.ts';
import type { PostageClass } from '../rules/prices.ts';
import type { StoredAddress, StoredAgent } from '../store/column-types.ts';
import type { TargetingMethod } from '../store/schema.ts';
import type { SeedTemplate } from './designs/parts.ts';
import type { Town } from './people.ts';

/** A template with its variables filled in: what several campaigns print. */
export interface Edition {
  readonly template: SeedTemplate;
  /** What v2 calls the campaigns. */
  readonly name: string;
  /** For the design's variables other than the return address and the recipient. */
  readonly values: Readonly<Record<string, string>>;
  readonly targeting: TargetingMethod;
  readonly postage: PostageClass;
  readonly town: Town;
  /** How many recipients its lists have: one list each. */
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

/** Dates as they stand in a design, so many days from the day of the seed. */
export interface SeedDates {
  /** "Sunday, November 29": the first such weekday (0 is Sunday) that many days ahead or later. */
  weekday(day: number, daysAhead: number): string;
  /** "December 31" */
  day(daysAhead: number): string;
  /** "November 16, 2026" */
  full(daysAhead: number): string;
}

export function createDates(now: Date): SeedDates {
  const at = (daysAhead: number) => new Date(now.getTime() + daysAhead * DAY_MS);
  const written = (date: Date, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString('en-US', { timeZone: 'America/New_York', ...options });
  return {
    weekday: (day, daysAhead) => {
      const first = at(daysAhead);
      const wait = (day - new Date(written(first, {})).getDay() + 7) % 7;
      return written(at(daysAhead + wait), { weekday: 'long', month: 'long', day: 'numeric' });
    },
    day: (daysAhead) => written(at(daysAhead), { month: 'long', day: 'numeric' }),
    full: (daysAhead) => written(at(daysAhead), { year: 'numeric', month: 'long', day: 'numeric' }),
  };
}

/** An address in a town, as the service stores it. */
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
