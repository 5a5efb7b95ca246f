/** Hashes of a campaign's current content, part by part. Share links and guests' decisions store them. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { allOf, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { ContentFingerprints, ContentPart } from '#lib/domain/share-link.ts';
import { fetchFile } from '#lib/files/download.ts';
import { MAX_PDF_BYTES } from '#lib/files/limits.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';

/**
 * Hashes of the printed content and the recipients, which are what a decision covers. A new price doesn't void a
 * decision.
 */
export type PrintedContent = Omit<ContentFingerprints, 'price'>;

interface ReadOptions {
  /**
   * If true, every file is read again instead of using hashes that are up to a minute old. Used for
   * decisions.
   */
  readonly fresh?: boolean;
  readonly deadline?: Deadline | undefined;
  /** The checkout, if the caller has read it already. */
  readonly checkout?: Checkout | undefined;
}

/**
 * File hashes by URL, kept for a minute. Fingerprints use a file's bytes, because the file's URL may change with each
 * signature, or stay the same when the file changes.
 */
const fileHashes = singleton(
  'contentHashes',
  () => new LRUCache<string, Promise<Outcome<string>>>({ max: 2_000, ttl: MINUTE_MS }),
);

/**
 * Reads all parts that a link is compared with. Fails if a part can't be read, so that an error never looks like a
 * change. The caller must have authorized the member or guest.
 * @param campaign the campaign as just read
 */
export async function readContentFingerprints(
  campaign: Campaign,
  options: ReadOptions = {},
): Promise<Outcome<ContentFingerprints>> {
  const content = await allOf([readPrintedContent(campaign, options), readPriceHash(campaign.id, options)]);
  if (!content.ok) return content;
  const [printed, price] = content.value;
  return ok({ ...printed, price });
}

/**
 * Like readContentFingerprints, but leaves out the price and the call that reads the price. Used to check
 * whether a decision still holds.
 */
export async function readPrintedContent(
  campaign: Campaign,
  options: ReadOptions = {},
): Promise<Outcome<PrintedContent>> {
  const files = await allOf([
    hashFiles(campaign.proof ? [campaign.proof] : [], options),
    hashFiles(campaign.designs?.length ? campaign.designs : (campaign.thumbnails ?? []), options),
  ]);
  if (!files.ok) return files;
  const [proof, designs] = files.value;
  return ok({ proof, designs, recipients: hashRecipients(campaign) });
}

/** Combines everything that a decision covers into one fingerprint. */
export const fingerprintPrintedContent = ({ proof, designs, recipients }: PrintedContent): string =>
  hash(JSON.stringify([proof, designs, recipients]));

const PARTS: readonly ContentPart[] = ['proof', 'designs', 'recipients', 'price'];

/** Returns the parts that differ. The price counts only if both prices are known. */
export const changedParts = (then: ContentFingerprints, now: ContentFingerprints): ContentPart[] =>
  PARTS.filter(
    (part) => then[part] !== now[part] && !(part === 'price' && (then.price === null || now.price === null)),
  );

/** Returns null if the service doesn't have a file yet. */
async function hashFiles(urls: readonly string[], options: ReadOptions): Promise<Outcome<string | null>> {
  if (urls.length === 0) return ok(null);
  const hashes = await allOf(urls.map((url) => hashFile(url, options)));
  return hashes.ok ? ok(hash(hashes.value.join(' '))) : hashes;
}

function hashFile(url: string, { fresh = false, deadline }: ReadOptions): Promise<Outcome<string>> {
  const known = fresh ? undefined : fileHashes.get(url);
  if (known) return known;
  const reading = readHash(url, deadline ?? pageReadDeadline());
  fileHashes.set(url, reading);
  return reading;
}

async function readHash(url: string, deadline: Deadline): Promise<Outcome<string>> {
  const file = await fetchFile(url, MAX_PDF_BYTES, deadline);
  if (file.ok) return ok(hash(file.value));
  fileHashes.delete(url);
  return file;
}

/**
 * The hash doesn't depend on the order of the addresses. The filter stands in for addresses that the service doesn't
 * expose.
 */
function hashRecipients({ exposed_addresses, recipient_count, property_filter }: Campaign): string {
  const addresses = (exposed_addresses ?? []).map(canonicalJson).sort();
  return hash(JSON.stringify([addresses, recipient_count ?? null, canonicalJson(property_filter)]));
}

/**
 * Returns a hash of the price that doesn't depend on payments. Returns null if the service has no price, for example
 * after the campaign is sent.
 */
async function readPriceHash(id: number, options: ReadOptions): Promise<Outcome<string | null>> {
  const { deadline, fresh = false } = options;
  if (options.checkout) return ok(hash(applicablePrice(options.checkout).price));
  const checkout = await readFromService(
    'checkOutCampaign',
    { id },
    { fresh, ...(deadline ? { deadline } : {}) },
  );
  if (checkout.ok) return ok(hash(applicablePrice(checkout.value).price));
  const { failure } = checkout;
  return failure.kind === 'refused' && failure.status !== 401 && failure.status !== 403
    ? ok(null)
    : fail(failure);
}

/** Serializes a value as JSON with sorted keys. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'null'
  );
}

const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('base64url');
