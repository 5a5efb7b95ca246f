/** Fills an empty database with a sample of real life: customers, templates, campaigns in every status. */
import { DAY_MS } from '#lib/contract/limits.ts';
import type { Database } from '#lib/database/open.ts';
import { findVariableNames } from '../render/design-variables.ts';
import { customers, templates } from '../store/schema.ts';
import { writeCampaigns } from './campaigns.ts';
import { seedCustomers, withBranches } from './customers/index.ts';
import { writeMailings } from './mailings.ts';
import { planCampaigns } from './plan.ts';
import { createDates, type SeedCustomer } from './seed-customer.ts';
import { SEED_TEMPLATES } from './templates.ts';

const CAMPAIGNS_PER_CUSTOMER = 50;
const MAX_CUSTOMERS = 200;
const FIRST_DAY_MS = 430 * DAY_MS;

/**
 * To be run in one transaction with the start of the clock, so that nobody ever meets a half-filled database.
 * @param wanted how many campaigns, and the service's time in milliseconds, from which everything is dated
 */
export async function seedDatabase(
  tx: Database,
  wanted: { readonly campaigns: number; readonly now: number },
): Promise<void> {
  const { campaigns: count, now } = wanted;
  const customerCount = Math.min(MAX_CUSTOMERS, Math.floor(count / CAMPAIGNS_PER_CUSTOMER));
  const people = withBranches(seedCustomers(createDates(new Date(now))), customerCount);
  const templateIds = await writeTemplates(tx, now);
  const customerIds = await writeCustomers(tx, people, now);
  const mailings = await writeMailings(tx, people, customerIds, templateIds);
  await writeCampaigns(tx, planCampaigns(count, now), mailings);
}

/** The id of each template by its UID. */
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

/** The id of each customer by their e-mail. */
async function writeCustomers(
  tx: Database,
  people: readonly SeedCustomer[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const written = await tx
    .insert(customers)
    .values(
      people.map(({ email, creditCents }, i) => {
        const createdAt = new Date(now - FIRST_DAY_MS + i * DAY_MS);
        return { email, creditCents, createdAt, updatedAt: createdAt };
      }),
    )
    .returning({ email: customers.email, id: customers.id });
  return new Map(written.map(({ email, id }) => [email, id]));
}
