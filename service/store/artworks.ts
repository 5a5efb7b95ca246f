import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TemplateSize } from '#lib/contract/limits.ts';
import type { Database } from '#lib/database/open.ts';
import { artworkFiles, artworks } from './schema.ts';

/** What makes two artworks the same: nothing else decides how they print. */
function artworkDigest(size: TemplateSize, designs: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([size, designs]))
    .digest('hex');
}

/**
 * A row for `artworks`, waiting to be rendered. Insert it with `on conflict (digest) do nothing`.
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

/** @returns the id of the artwork, which others may show already */
export async function putArtwork(tx: Database, row: ReturnType<typeof newArtwork>): Promise<number> {
  await tx.insert(artworks).values(row).onConflictDoNothing({ target: artworks.digest });
  const [kept] = await tx.select({ id: artworks.id }).from(artworks).where(eq(artworks.digest, row.digest));
  if (!kept) throw new Error('An artwork was inserted and is gone.');
  return kept.id;
}

/** What the sides of a mailpiece are called; a letter has only the first. */
export const SIDES = ['front', 'back'] as const;

export interface Artwork {
  readonly id: number;
  readonly size: TemplateSize;
  readonly designs: readonly string[];
}

/** The artwork to be rendered next: the first of `wanted` that still waits, else the newest that waits. */
export async function nextWaitingArtwork(
  db: Database,
  wanted: readonly number[],
): Promise<Artwork | undefined> {
  const [next] = await db
    .select({ id: artworks.id, size: artworks.size, designs: artworks.designs })
    .from(artworks)
    .where(eq(artworks.state, 'waiting'))
    .orderBy(sql`array_position(${sql.param([...wanted])}::bigint[], ${artworks.id})`, desc(artworks.id))
    .limit(1);
  return next;
}

export interface ArtworkFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** All at once, so that a campaign never shows half of its pictures. */
export async function keepRendering(
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

/** A design that failed this often is left without pictures. */
const MAX_TRIES = 3;

export async function noteFailedRendering(db: Database, artworkId: number): Promise<void> {
  await db
    .update(artworks)
    .set({
      tries: sql`${artworks.tries} + 1`,
      state: sql`case when ${artworks.tries} + 1 >= ${MAX_TRIES} then 'failed' else ${artworks.state} end`,
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
