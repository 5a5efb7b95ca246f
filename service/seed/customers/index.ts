import type { SeedCustomer, SeedDates } from '../seed-customer.ts';
import { brightwater } from './brightwater.ts';
import { fernhill, harborPantry, maplewood } from './community.ts';
import { roastAndCo, tavolaVerde } from './food.ts';
import { marlowMotors, northside } from './home-and-road.ts';
import { klineDental } from './kline-dental.ts';

/** Returns the customers, ordered by id. */
export function createSeedCustomers(dates: SeedDates): SeedCustomer[] {
  return [
    brightwater(dates),
    roastAndCo(dates),
    klineDental(dates),
    northside(dates),
    tavolaVerde(dates),
    harborPantry(dates),
    fernhill(dates),
    marlowMotors(dates),
    maplewood(dates),
  ];
}

const BRANCHES = [
  'albany',
  'astoria',
  'bedford',
  'brewster',
  'carmel',
  'croton',
  'ellenville',
  'fishkill',
  'flushing',
  'garrison',
  'hudson',
  'hyde-park',
  'irvington',
  'katonah',
  'millbrook',
  'monroe',
  'ossining',
  'peekskill',
  'poughkeepsie',
  'saugerties',
  'tarrytown',
  'wappingers',
  'woodstock',
  'yonkers',
];

/**
 * Returns `count` customers: the given ones, then their branches ("astoria@brightwater.example"). A branch
 * sends the same editions as its parent customer, so no additional artworks need to be rendered.
 */
export function withBranches(customers: readonly SeedCustomer[], count: number): SeedCustomer[] {
  const branches = BRANCHES.flatMap((place) =>
    customers.map((customer) => ({
      ...customer,
      email: `${place}@${customer.email.slice(customer.email.indexOf('@') + 1)}`,
      creditCents: 0,
    })),
  );
  return [...customers, ...branches].slice(0, Math.max(count, customers.length));
}
