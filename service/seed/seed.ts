/** Fills an empty database with sample customers, templates, and campaigns in every status. */

import type { Database } from '#lib/database/open.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { findVariableNames } from '../render/design-variables.ts';
import { customers, templates } from '../store/schema.ts';
import { writeCampaigns } from './campaigns.ts';
import { createSeedCustomers, withBranches } from './customers/index.ts';
import { writeMailings } from './mailings.ts';
import { planCampaigns } from './plan.ts';
import { createDates, type SeedCustomer } from './seed-customer.ts';
import { SEED_TEMPLATES } from './templates.ts';

const CAMPAIGNS_PER_CUSTOMER = 50;
const MAX_CUSTOMERS = 200;
const FIRST_DAY_MS = 430 * DAY_MS;

/**
 * Seeds the database. Call `seedDatabase` in the transaction that initializes the clock, so that the database
 * is never partially seeded.
 * @param options the number of campaigns, and the service's time in milliseconds as the basis for all dates
 */
export async function seedDatabase(
  tx: Database,
  options: { readonly campaigns: number; readonly now: number },
): Promise<void> {
  const { campaigns: count, now } = options;
  const customerCount = Math.min(MAX_CUSTOMERS, Math.floor(count / CAMPAIGNS_PER_CUSTOMER));
  const seedCustomers = withBranches(createSeedCustomers(createDates(new Date(now))), customerCount);
  const templateIds = await writeTemplates(tx, now);
  const customerIds = await writeCustomers(tx, seedCustomers, now);
  const mailings = await writeMailings(tx, seedCustomers, customerIds, templateIds);
  await writeCampaigns(tx, planCampaigns(count, now), mailings);
}

/** Inserts the templates. Returns the templates' ids by UID. */
async function writeTemplates(tx: Database, now: number): Promise<ReadonlyMap<string, number>> {
  const written = await tx
    .insert(templates)
    .values(
      SEED_TEMPLATES.map((template, i) => {
        const createdAt = new Date(now - FIRST_DAY_MS + i * 17 * DAY_MS);
        return {
          uid: template.uid,
          name: template.name,
          description: template.description,
          size: template.size,
          designs: [...template.designs],
          variableNames: findVariableNames(template.designs),
          metaData: { ...template.meta_data },
          createdAt,
          updatedAt: createdAt,
        };
      }),
    )
    .returning({ uid: templates.uid, id: templates.id });
  return new Map(written.map(({ uid, id }) => [uid, id]));
}

/** Inserts the customers. Returns the customers' ids by email address. */
async function writeCustomers(
  tx: Database,
  customersToWrite: readonly SeedCustomer[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const written = await tx
    .insert(customers)
    .values(
      customersToWrite.map(({ email, creditCents }, i) => {
        const createdAt = new Date(now - FIRST_DAY_MS + i * DAY_MS);
        return { email, creditCents, createdAt, updatedAt: createdAt };
      }),
    )
    .returning({ email: customers.email, id: customers.id });
  return new Map(written.map(({ email, id }) => [email, id]));
}
