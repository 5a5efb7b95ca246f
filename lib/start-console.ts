import 'server-only';
import { keepReconciling } from '#lib/attempts/reconcile.ts';
import { setUpLink } from '#lib/auth/invitation-link.ts';
import { FolderInUse } from '#lib/database/folder-lock.ts';
import type { Database } from '#lib/database/open.ts';
import { keepSendingNotices } from '#lib/email/outbox.ts';
import { EnvError, env, inDevelopment } from '#lib/env/env.ts';
import { keepAddressesAsSent } from '#lib/http/raw-request.ts';
import { store } from '#lib/store/open.ts';

/**
 * Checks the settings, opens the database and begins to settle what an earlier process left unknown. Ends the process
 * with a sentence when it can't. In development Next starts more than once, so the database waits for its first use.
 */
export async function startConsole(): Promise<void> {
  try {
    env();
    keepAddressesAsSent();
    if (inDevelopment) return;
    await offerSetUp(await store());
    keepReconciling(store);
    keepSendingNotices(store);
  } catch (error) {
    console.error(reasonOf(error));
    process.exit(1);
  }
}

/** Printed and not logged: whoever has the link may come in. */
async function offerSetUp(db: Database): Promise<void> {
  const link = env().passwordSignIn ? await setUpLink(db) : null;
  if (link === null) return;
  console.log(
    `Mailroom has no admin yet. Whoever opens this link first, within 24 hours, becomes its admin:\n  ${link}`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof EnvError || error instanceof FolderInUse) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `Mailroom can’t open its database${code}. Check DATABASE_URL, or the folder of MAILROOM_DATA.`;
}
