import 'server-only';
import { startReconciler } from '#lib/attempts/reconcile.ts';
import { setUpLink } from '#lib/auth/invitation-link.ts';
import { FolderInUse } from '#lib/database/folder-lock.ts';
import type { Database } from '#lib/database/open.ts';
import { startOutbox } from '#lib/email/outbox.ts';
import { EnvError, env, inDevelopment } from '#lib/env/env.ts';
import { preserveRawRequests } from '#lib/http/raw-request.ts';
import { store } from '#lib/store/open.ts';

/**
 * Checks the settings, opens the database and begins to settle what an earlier process left unknown. Ends the process
 * with a sentence when it can't. In development Next starts more than once, so the database waits for its first use.
 */
export async function startConsole(): Promise<void> {
  try {
    env();
    preserveRawRequests();
    if (inDevelopment) return;
    await offerSetUp(await store());
    startReconciler(store);
    startOutbox(store);
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
    `Mailroom has no admin yet. The first person to open this link within 24 hours becomes the admin:\n  ${link}`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof EnvError || error instanceof FolderInUse) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `Mailroom can’t open its database${code}. Check DATABASE_URL or the MAILROOM_DATA folder.`;
}
