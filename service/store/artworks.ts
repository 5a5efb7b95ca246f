import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TemplateSize } from '#lib/contract/sizes.ts';
import type { Database } from '#lib/database/open.ts';
import { artworkFiles, artworks } from './schema.ts';

/** Hashes an artwork's size and designs. Artworks with the same digest print identically. */
function artworkDigest(size: TemplateSize, designs: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([size, designs]))
    .digest('hex');
}

/**
 * Creates a row for the `artworks` table. The new artwork is waiting to be rendered. To insert the row, use
 * `on conflict (digest) do nothing`.
 * @param designs the template's HTML with `values` filled in
 */
export function newArtwork(
  size: TemplateSize,
  designs: readonly string[],
  values: Readonly<Record<string, string>>,
): typeof artworks.$inferInsert {
  return {
    digest: artworkDigest(size, designs),
    token: randomBytes(18).toString('base64url'),
    size,
    designs: [...designs],
    values: { ...values },
  };
}

/** Finds or inserts an artwork and returns its id. Other campaigns may use the same artwork. */
export async function findOrInsertArtwork(tx: Database, row: ReturnType<typeof newArtwork>): Promise<number> {
  await tx.insert(artworks).values(row).onConflictDoNothing({ target: artworks.digest });
  const [stored] = await tx.select({ id: artworks.id }).from(artworks).where(eq(artworks.digest, row.digest));
  if (!stored) throw new Error('The artwork disappeared after the insert.');
  return stored.id;
}

/** The names of a mailpiece's sides. A letter has only a front. */
export const SIDES = ['front', 'back'] as const;

export interface Artwork {
  readonly id: number;
  readonly size: TemplateSize;
  readonly designs: readonly string[];
}

/**
 * Finds the artwork to render next: the first waiting artwork in `prioritized` or, if none of those is
 * waiting, the newest waiting artwork.
 */
export async function findNextWaitingArtwork(
  db: Database,
  prioritized: readonly number[],
): Promise<Artwork | undefined> {
  const [next] = await db
    .select({ id: artworks.id, size: artworks.size, designs: artworks.designs })
    .from(artworks)
    .where(eq(artworks.state, 'waiting'))
    .orderBy(sql`array_position(${sql.param([...prioritized])}::bigint[], ${artworks.id})`, desc(artworks.id))
    .limit(1);
  return next;
}

export interface ArtworkFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/**
 * Saves all of an artwork's files in one transaction, so that a campaign never shows only some of the files.
 */
export async function saveRendering(
  db: Database,
  artworkId: number,
  files: readonly ArtworkFile[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(artworkFiles)
      .values(files.map((file) => ({ artworkId, ...file })))
      .onConflictDoNothing();
    await tx.update(artworks).set({ state: 'rendered' }).where(eq(artworks.id, artworkId));
  });
}

/** The number of failures after which an artwork isn't rendered again. */
const MAX_RENDERING_ATTEMPTS = 3;

export async function recordFailedRendering(db: Database, artworkId: number): Promise<void> {
  await db
    .update(artworks)
    .set({
      failedRenderings: sql`${artworks.failedRenderings} + 1`,
      state: sql`case when ${artworks.failedRenderings} + 1 >= ${MAX_RENDERING_ATTEMPTS} then 'failed' else ${artworks.state} end`,
    })
    .where(eq(artworks.id, artworkId));
}

export async function findArtworkFile(
  db: Database,
  token: string,
  name: string,
): Promise<Pick<ArtworkFile, 'type' | 'content'> | undefined> {
  const [file] = await db
    .select({ type: artworkFiles.type, content: artworkFiles.content })
    .from(artworks)
    .innerJoin(artworkFiles, eq(artworkFiles.artworkId, artworks.id))
    .where(and(eq(artworks.token, token), eq(artworkFiles.name, name)));
  return file;
}

export async function findDesigns(db: Database, token: string): Promise<readonly string[]> {
  const [artwork] = await db
    .select({ designs: artworks.designs })
    .from(artworks)
    .where(eq(artworks.token, token));
  return artwork?.designs ?? [];
}
