/** What a campaign is at this moment, each part as a hash: links are pinned to it, and decisions are about it. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { allOf, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { ContentFingerprints, ContentPart } from '#lib/domain/share-link.ts';
import { fetchFile } from '#lib/files/download.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageDeadline } from '#lib/upstream/responsiveness.ts';

/** What is printed, and for whom: all that a decision is about. The price may change without making it void. */
export type PrintedContent = Omit<ContentFingerprints, 'price'>;

interface Reading {
  /** Read every file now, not a minute ago: for decisions. */
  readonly fresh?: boolean;
  readonly deadline?: Deadline | undefined;
  /** The order, where it was read with the campaign. */
  readonly checkout?: Checkout | undefined;
}

const MAX_FILE = 50 * 1024 * 1024;

/** A file is known by its bytes: its address may be signed, and another one each time, or stay when the file changes. */
const kept = singleton(
  'contentHashes',
  () => new LRUCache<string, Promise<Outcome<string>>>({ max: 2_000, ttl: MINUTE_MS }),
);

/**
 * All that a link is pinned to. What can't be read is a failure: it never looks like a change. The caller has authorised
 * whoever asks.
 * @param campaign as read just now
 */
export async function readContentFingerprints(
  campaign: Campaign,
  how: Reading = {},
): Promise<Outcome<ContentFingerprints>> {
  const content = await allOf([readPrintedContent(campaign, how), priceNow(campaign.id, how)]);
  if (!content.ok) return content;
  const [printed, price] = content.value;
  return ok({ ...printed, price });
}

/** As contentNow, for who only asks whether a decision still holds: one call less. */
export async function readPrintedContent(campaign: Campaign, how: Reading = {}): Promise<Outcome<PrintedContent>> {
  const files = await allOf([
    hashOfFiles(campaign.proof ? [campaign.proof] : [], how),
    hashOfFiles(campaign.designs?.length ? campaign.designs : (campaign.thumbnails ?? []), how),
  ]);
  if (!files.ok) return files;
  const [proof, designs] = files.value;
  return ok({ proof, designs, recipients: hashOfRecipients(campaign) });
}

/** What a decision is bound to. */
export const fingerprintPrintedContent = ({ proof, designs, recipients }: PrintedContent): string =>
  hash(JSON.stringify([proof, designs, recipients]));

const PARTS: readonly ContentPart[] = ['proof', 'designs', 'recipients', 'price'];

/** Which parts are no longer what they were. A price that the service doesn't tell, then or now, tells nothing. */
export const changedParts = (then: ContentFingerprints, now: ContentFingerprints): ContentPart[] =>
  PARTS.filter(
    (part) => then[part] !== now[part] && !(part === 'price' && (then.price === null || now.price === null)),
  );

/** Null when there are none yet. */
async function hashOfFiles(addresses: readonly string[], how: Reading): Promise<Outcome<string | null>> {
  if (addresses.length === 0) return ok(null);
  const hashes = await allOf(addresses.map((address) => hashOfFile(address, how)));
  return hashes.ok ? ok(hash(hashes.value.join(' '))) : hashes;
}

function hashOfFile(address: string, { fresh = false, deadline }: Reading): Promise<Outcome<string>> {
  const known = fresh ? undefined : kept.get(address);
  if (known) return known;
  const reading = readHash(address, deadline ?? pageDeadline());
  kept.set(address, reading);
  return reading;
}

async function readHash(address: string, deadline: Deadline): Promise<Outcome<string>> {
  const file = await fetchFile(address, MAX_FILE, deadline);
  if (file.ok) return ok(hash(file.value));
  kept.delete(address);
  return file;
}

/** In whatever order the service lists them. The filter tells who is meant where not every address is exposed. */
function hashOfRecipients({ exposed_addresses, recipient_count, property_filter }: Campaign): string {
  const addresses = (exposed_addresses ?? []).map(canonical).sort();
  return hash(JSON.stringify([addresses, recipient_count ?? null, canonical(property_filter)]));
}

/** The order's whole price, whatever is paid of it already. Null where the service has none, as for what was sent. */
async function priceNow(id: number, how: Reading): Promise<Outcome<string | null>> {
  const { deadline, fresh = false } = how;
  if (how.checkout) return ok(hash(applicablePrice(how.checkout).price));
  const checkout = await readFromService('checkOutCampaign', { id }, { fresh, ...(deadline ? { deadline } : {}) });
  if (checkout.ok) return ok(hash(applicablePrice(checkout.value).price));
  const { failure } = checkout;
  return failure.kind === 'refused' && failure.status !== 401 && failure.status !== 403
    ? ok(null)
    : fail(failure);
}

/** JSON whose keys stand in order, however the service orders them. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'null'
  );
}

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('base64url');
