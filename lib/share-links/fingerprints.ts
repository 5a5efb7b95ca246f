/** Hashes each part of a campaign's current content. Share links and decisions store the hashes. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { allOf, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { ContentFingerprints, ContentPart } from '#lib/domain/share-link.ts';
import { fetchFile } from '#lib/files/download.ts';
import { MAX_PDF_BYTES } from '#lib/files/size-limits.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';

/**
 * The hashes of the content that a decision covers: the printed content and the recipients. A new price
 * doesn't void a decision.
 */
export type PrintedContent = Omit<ContentFingerprints, 'price'>;

interface ReadOptions {
  /**
   * If true, reads every file again instead of using hashes that are up to a minute old. Decisions require
   * fresh hashes.
   */
  readonly fresh?: boolean;
  readonly deadline?: Deadline | undefined;
  /** The campaign's checkout, if the caller has already read it. */
  readonly checkout?: Checkout | undefined;
}

/**
 * File hashes, keyed by URL and kept for a minute. Fingerprints depend on a file's bytes, not its URL. A URL
 * may change with each signature, or stay the same when the file changes.
 */
const fileHashes = singleton(
  'contentHashes',
  () => new LRUCache<string, Promise<Outcome<string>>>({ max: 2_000, ttl: MINUTE_MS }),
);

/**
 * Reads all parts that are compared with a share link's fingerprints. Fails if a part can't be read, so that
 * an error never looks like a change. The caller must authorize the member or guest first.
 * @param campaign the campaign, which the caller must have just read
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
 * Reads the same parts as readContentFingerprints, except the price. Used to check whether a decision is
 * still valid.
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

/** Returns the parts that differ. Compares the prices only if both are known. */
export const changedParts = (then: ContentFingerprints, now: ContentFingerprints): ContentPart[] =>
  PARTS.filter(
    (part) => then[part] !== now[part] && !(part === 'price' && (then.price === null || now.price === null)),
  );

/**
 * Hashes the files at these URLs. Returns null for an empty list, which means that the service has no files
 * yet.
 */
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
 * Hashes the recipients. The order of the addresses doesn't affect the hash. The hash also covers the
 * property filter, because the service may not expose all recipients' addresses.
 */
function hashRecipients({ exposed_addresses, recipient_count, property_filter }: Campaign): string {
  const addresses = (exposed_addresses ?? []).map(canonicalJson).sort();
  return hash(JSON.stringify([addresses, recipient_count ?? null, canonicalJson(property_filter)]));
}

/**
 * Returns a hash of the price. Payments don't change the hash. Returns null if the service has no price, for
 * example because the campaign has been sent.
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
