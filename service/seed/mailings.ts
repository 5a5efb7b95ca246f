/** What campaigns are made of: artworks, recipient lists and senders, and the ways in which they belong together. */
import type { Database } from '#lib/database/open.ts';
import { fillVariables } from '../render/fill.ts';
import { unitPriceCents } from '../rules/prices.ts';
import { newArtwork } from '../store/artworks.ts';
import { artworks, recipientLists, type StoredAddress, type StoredCenter, senders } from '../store/schema.ts';
import type { Edition, SeedCustomer } from './customer.ts';
import { postalValues, recipientsIn } from './people.ts';

/** All that a campaign takes over when it is made: the columns of `campaigns` that don't depend on time. */
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

interface List {
  readonly customer: SeedCustomer;
  readonly edition: Edition;
  readonly count: number;
  readonly row: typeof recipientLists.$inferInsert;
}

/** One for each recipient list: several lists of a customer may get the same artwork. */
export async function writeMailings(
  tx: Database,
  people: readonly SeedCustomer[],
  customerIds: ReadonlyMap<string, number>,
  templateIds: ReadonlyMap<string, number>,
): Promise<Mailing[]> {
  const senderIds = await writeSenders(tx, people, customerIds);
  const lists = people.flatMap((customer) => listsOf(customer, found(customerIds, customer.email)));
  const artworkIds = await writeArtworks(tx, lists);
  const written = await tx
    .insert(recipientLists)
    .values(lists.map(({ row }) => row))
    .returning({ id: recipientLists.id });
  return lists.map(({ customer, edition, count }, i) => ({
    customer_id: found(customerIds, customer.email),
    template_id: found(templateIds, edition.template.uid),
    artwork_id: found(artworkIds, edition),
    recipient_list_id: written[i]?.id ?? 0,
    sender_id: found(senderIds, customer.email),
    name: edition.name,
    targeting_method: edition.targeting,
    postage_class: edition.postage,
    recipient_count: count,
    unit_cents: unitPriceCents(edition.template.size, edition.postage),
    meta_data: edition.metaData,
  }));
}

async function writeSenders(
  tx: Database,
  people: readonly SeedCustomer[],
  customerIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const written = await tx
    .insert(senders)
    .values(
      people.map(({ email, sender, agent }) => ({
        customerId: found(customerIds, email),
        address: sender,
        agent,
      })),
    )
    .returning({ id: senders.id });
  return new Map(people.map(({ email }, i) => [email, written[i]?.id ?? 0]));
}

/** Branches send the editions of the house they belong to, so an edition has one artwork for all of them. */
async function writeArtworks(tx: Database, lists: readonly List[]): Promise<ReadonlyMap<Edition, number>> {
  const shown = new Map(lists.map((list) => [list.edition, list]));
  const rows = [...shown.values()].map(({ edition, customer, row }) => {
    const [recipient] = row.exposedAddresses;
    const postal = recipient ? postalValues(customer.sender, recipient) : {};
    const values = { ...edition.values, ...postal };
    const { size, designs } = edition.template;
    return newArtwork(
      size,
      designs.map((html) => fillVariables(html, values)),
      values,
    );
  });
  const written = await tx.insert(artworks).values(rows).returning({ id: artworks.id });
  return new Map([...shown.keys()].map((edition, i) => [edition, written[i]?.id ?? 0]));
}

function listsOf(customer: SeedCustomer, customerId: number): List[] {
  return customer.editions.flatMap((edition) => {
    // The same for every list of the edition: the first of them stands in the artwork's address.
    const exposedAddresses = recipientsIn(edition.town, edition.name);
    return edition.counts.map((count) => ({
      customer,
      edition,
      count,
      row: { customerId, exposedAddresses, ...targetingOf(edition, count, exposedAddresses[0]) },
    }));
  });
}

function targetingOf(
  { targeting, town }: Edition,
  count: number,
  nearby: StoredAddress | undefined,
): { propertyFilter: Record<string, unknown> | null; targetingCenter: StoredCenter | null } {
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

function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The seed has nothing for ${String(key)}.`);
  return value;
}
