/** Sets whether lists come from the campaign index. */
import type { Database } from '#lib/database/open.ts';
import { store } from '#lib/store/open.ts';
import { indexSync } from '#lib/store/schema/campaign-index.ts';

/** Marks the index as if every campaign had just been read, or as if none had been read yet. */
export async function markIndexComplete(isComplete = true, db?: Database): Promise<void> {
  const index = db ?? (await store());
  await index.delete(indexSync);
  const at = new Date();
  if (isComplete)
    await index
      .insert(indexSync)
      .values(['sweep', 'head'].map((name) => ({ name, completedAt: at, completedStartedAt: at })));
}
