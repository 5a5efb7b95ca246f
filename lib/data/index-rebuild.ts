/** Reads the state of the campaign index, and rebuilds the index. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { env } from '#lib/env/env.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { requestRebuild } from '#lib/store/index-rebuild.ts';
import { authorize } from './authorize.ts';

export async function readIndexState(): Promise<Outcome<Freshness>> {
  const allowed = await authorize('manageTeam');
  return allowed.ok ? ok(await readFreshness()) : allowed;
}

/** Reads every campaign again. Fails with `refused` and the code `index_off` if the settings turn the index off. */
export async function rebuildIndex(): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  if (env().syncCallsPerMinute === 0) return fail({ kind: 'refused', status: 409, code: 'index_off' });
  return changeAndRecord(async (tx, record) => {
    await requestRebuild(tx);
    await record({ name: 'campaign_index.rebuilt', by: allowed.value });
    return ok(null);
  });
}
