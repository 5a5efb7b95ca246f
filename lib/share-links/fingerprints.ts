/** Hashes each part of a campaign's current content. Share links and decisions store the hashes. */
import 'server-only';
import { createHash } from 'node:crypto';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { allOf, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { ContentFingerprints, ContentPart } from '#lib/domain/share-link.ts';
import { campaignFile, type FileRole, loadFile } from '#lib/files/file-store.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';

/**
 * The hashes of the content that a decision covers: the printed content and the recipients. A new price
 * doesn't void a decision.
 */
export type PrintedContent = Omit<ContentFingerprints, 'price'>;

/** How long a page waits for a campaign's files after reading the campaign. */
const PAGE_FILES_MS = 2_500;

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

/** Reads the fingerprints for a page. Returns null if a part can't be read in time. */
export async function readContentInTime(
  campaign: Campaign,
  checkout?: Checkout,
): Promise<ContentFingerprints | null> {
  const content = await readContentFingerprints(campaign, { checkout, deadline: deadlineIn(PAGE_FILES_MS) });
  return content.ok ? content.value : null;
}

/**
 * Reads the same parts as readContentFingerprints, except the price. Used to check whether a decision is
 * still valid.
 */
export async function readPrintedContent(
  campaign: Campaign,
  options: ReadOptions = {},
): Promise<Outcome<PrintedContent>> {
  const { id, proof: proofUrl, designs: designUrls, thumbnails = [] } = campaign;
  const files = await allOf([
    hashFiles(id, 'proof', proofUrl ? [proofUrl] : [], options),
    designUrls?.length
      ? hashFiles(id, 'design', designUrls, options)
      : hashFiles(id, 'thumbnail', thumbnails, options),
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
 * Combines the hashes of a campaign's files. Fingerprints depend on the files' bytes, not on their URLs. Returns
 * null if there are no URLs, which means that the service has no files yet.
 */
async function hashFiles(
  campaignId: number,
  role: FileRole,
  urls: readonly string[],
  { fresh = false, deadline = pageReadDeadline() }: ReadOptions,
): Promise<Outcome<string | null>> {
  if (urls.length === 0) return ok(null);
  const loaded = await allOf(
    urls.map((url, index) => loadFile(campaignFile(campaignId, role, index, url), { fresh, deadline })),
  );
  return loaded.ok ? ok(hash(loaded.value.map((file) => file.hash).join(' '))) : loaded;
}

/**
 * Hashes the recipients. The order of the addresses doesn't affect the hash. The hash also covers the
 * property filter, because the service might not expose all recipients' addresses.
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

/** Hashes the recipients' addresses. Returns undefined if the service doesn't show any addresses. */
export const hashAddresses = ({ exposed_addresses: addresses = [] }: Campaign): string | undefined =>
  addresses.length > 0 ? hash(JSON.stringify(addresses.map(canonicalJson).sort())) : undefined;

/** Whether two readings of a campaign have files with the same URLs. Signatures in the query are ignored. */
export const haveSameFileUrls = (one: Campaign, other: Campaign): boolean =>
  fileKeys(one).join('\n') === fileKeys(other).join('\n');

const fileKeys = ({ id, proof, designs = [] }: Campaign): string[] => [
  ...(proof === undefined ? [] : [campaignFile(id, 'proof', 0, proof).key]),
  ...designs.map((url, index) => campaignFile(id, 'design', index, url).key),
];

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

const hash = (data: string): string => createHash('sha256').update(data).digest('base64url');
