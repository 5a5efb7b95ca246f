/**
 * After NEXTAUTH_SECRET changes, seals the stored values again with the new secret. Everything else that is
 * made with the secret expires.
 */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { queryApps, replaceSealedSecret } from '#lib/store/second-factors.ts';
import { isOtherSecretInUse, recordSecretUse } from '#lib/store/secret-use.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { resealSecret } from './authenticator-app.ts';
import { secretFingerprint } from './secret-fingerprint.ts';

const ROUND_MS = MINUTE_MS;
/** A server that hasn't reported for this long is considered stopped. */
const IN_USE_MS = 5 * MINUTE_MS;

export interface ResealReport {
  /** `waiting` if another server is still using a different secret, and might not know the new one. */
  readonly state: 'waiting' | 'done';
  readonly resealed: number;
  /** The number of seals that neither the current nor the previous secret opens. */
  readonly unreadable: number;
}

/** Seals all authenticator apps' secrets with the current secret, as soon as every server knows that secret. */
export async function resealSecrets(db: Database): Promise<ResealReport> {
  const counts = { resealed: 0, unreadable: 0 };
  if (await isOtherSecretInUse(db, secretFingerprint())) return { state: 'waiting', ...counts };
  for (const app of await queryApps(db)) {
    const result = await resealSecret(app);
    if (result === 'unreadable') counts.unreadable++;
    if (typeof result !== 'object') continue;
    if (await replaceSealedSecret(db, app, result.sealedSecret)) counts.resealed++;
  }
  return { state: 'done', ...counts };
}

/** Reports that this server is using the current secret. */
export const reportSecretUse = (db: Database): Promise<void> =>
  recordSecretUse(db, secretFingerprint(), IN_USE_MS);

/**
 * Every minute, reports that this server is using the secret. After the secret changes, seals the stored
 * values again.
 */
export function startResealing(open: () => Promise<Database>): void {
  let isDone = env().previousSecret === undefined;
  const runRound = async () => {
    const db = await open();
    await reportSecretUse(db);
    if (isDone) return;
    const { state, ...counts } = await resealSecrets(db);
    isDone = state === 'done';
    if (isDone) log().info(counts, 'authenticator apps no longer need NEXTAUTH_SECRET_PREVIOUS');
  };
  const runAndLog = () =>
    void runRound().catch((error: unknown) => log().warn({ err: error }, 'resealing failed'));
  setInterval(runAndLog, ROUND_MS).unref();
  runAndLog();
}
