/** Inserts campaigns' artworks, recipient lists, and senders, and combines them into mailings. */
import type { Database } from '#lib/database/open.ts';
import { fillVariables } from '../render/design-variables.ts';
import { unitPriceCents } from '../rules/prices.ts';
import { newArtwork } from '../store/artworks.ts';
import type { StoredAddress, StoredTargetingCenter } from '../store/column-types.ts';
import { artworks, recipientLists, senders } from '../store/schema.ts';
import { createAddressVariables, generateRecipients } from './people.ts';
import type { Edition, SeedCustomer } from './seed-customer.ts';

/** The columns of `campaigns` that don't depend on time. */
export interface Mailing {
  readonly customer_id: number;
  readonly template_id: number;
  readonly artwork_id: number;
  readonly recipient_list_id: number;
  readonly sender_id: number;
  readonly name: string;
  readonly targeting_method: string;
  readonly postage_class: string;
  readonly recipient_count: number;
  readonly unit_cents: number;
  readonly meta_data: Readonly<Record<string, string>>;
}

interface PlannedList {
  readonly customer: SeedCustomer;
  readonly edition: Edition;
  readonly count: number;
  readonly row: typeof recipientLists.$inferInsert;
}

/** Returns one mailing per recipient list. Recipient lists of the same edition share an artwork. */
export async function writeMailings(
  tx: Database,
  seedCustomers: readonly SeedCustomer[],
  customerIds: ReadonlyMap<string, number>,
  templateIds: ReadonlyMap<string, number>,
): Promise<Mailing[]> {
  const lists = seedCustomers.flatMap((customer) =>
    planLists(customer, requireId(customerIds, customer.email)),
  );
  const senderIds = await writeSenders(tx, seedCustomers, customerIds);
  const artworkIds = await writeArtworks(tx, lists);
  const listIds = await writeRecipientLists(tx, lists);
  return lists.map((list) => ({
    customer_id: requireId(customerIds, list.customer.email),
    template_id: requireId(templateIds, list.edition.template.uid),
    artwork_id: requireId(artworkIds, list.edition),
    recipient_list_id: requireId(listIds, list),
    sender_id: requireId(senderIds, list.customer),
    name: list.edition.name,
    targeting_method: list.edition.targeting,
    postage_class: list.edition.postage,
    recipient_count: list.count,
    unit_cents: unitPriceCents(list.edition.template.size, list.edition.postage),
    meta_data: list.edition.metaData,
  }));
}

async function writeSenders(
  tx: Database,
  seedCustomers: readonly SeedCustomer[],
  customerIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<SeedCustomer, number>> {
  const rows = seedCustomers.map(({ email, sender, agent }) => ({
    customerId: requireId(customerIds, email),
    address: sender,
    agent,
  }));
  return mapToIds(seedCustomers, await tx.insert(senders).values(rows).returning({ id: senders.id }));
}

async function writeRecipientLists(
  tx: Database,
  lists: readonly PlannedList[],
): Promise<ReadonlyMap<PlannedList, number>> {
  const rows = lists.map(({ row }) => row);
  return mapToIds(lists, await tx.insert(recipientLists).values(rows).returning({ id: recipientLists.id }));
}

/** Writes one artwork per edition, because branches send their parent customer's editions. */
async function writeArtworks(
  tx: Database,
  lists: readonly PlannedList[],
): Promise<ReadonlyMap<Edition, number>> {
  const listByEdition = new Map(lists.map((list) => [list.edition, list]));
  const rows = [...listByEdition.values()].map(createArtwork);
  return mapToIds(
    [...listByEdition.keys()],
    await tx.insert(artworks).values(rows).returning({ id: artworks.id }),
  );
}

function createArtwork({ edition, customer, row }: PlannedList): typeof artworks.$inferInsert {
  const [recipient = customer.sender] = row.exposedAddresses;
  const values = { ...edition.values, ...createAddressVariables(customer.sender, recipient) };
  const { size, designs } = edition.template;
  return newArtwork(
    size,
    designs.map((html) => fillVariables(html, values)),
    values,
  );
}

function planLists(customer: SeedCustomer, customerId: number): PlannedList[] {
  return customer.editions.flatMap((edition) => {
    // All of an edition's lists expose the same addresses, and the artwork shows the first address.
    const exposedAddresses = generateRecipients(edition.town, edition.name);
    return edition.counts.map((count) => ({
      customer,
      edition,
      count,
      row: { customerId, exposedAddresses, ...createTargeting(edition, count, exposedAddresses[0]) },
    }));
  });
}

function createTargeting(
  { targeting, town }: Edition,
  count: number,
  nearby: StoredAddress | undefined,
): { propertyFilter: Record<string, unknown> | null; targetingCenter: StoredTargetingCenter | null } {
  if (targeting === 'csv') return { propertyFilter: null, targetingCenter: null };
  return {
    propertyFilter: {
      radius_miles: count > 1500 ? 1.5 : count > 700 ? 0.75 : 0.35,
      property_types: ['single_family', 'townhouse'],
      owner_occupied: true,
    },
    targetingCenter: {
      coordinates: town.center,
      postcard_count: count,
      address: `${nearby?.address_line1 ?? town.city}, ${town.city}, ${town.state} ${town.zip}`,
    },
  };
}

/** Maps each key to the id of its inserted row. The inserts return the rows in insertion order. */
function mapToIds<K>(keys: readonly K[], rows: readonly { readonly id: number }[]): ReadonlyMap<K, number> {
  return new Map(rows.flatMap(({ id }, i) => keys.slice(i, i + 1).map((key) => [key, id] as const)));
}

function requireId<K>(ids: ReadonlyMap<K, number>, key: K): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error('The seed refers to a row that it did not insert.');
  return id;
}
