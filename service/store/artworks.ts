import { createHash, randomBytes } from 'node:crypto';
import type { TemplateSize } from '#lib/contract/limits.ts';
import type { artworks } from './schema.ts';

/** What makes two artworks the same: nothing else decides how they print. */
export function artworkDigest(size: TemplateSize, designs: readonly string[]): string {
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
