import 'server-only';
import { redirect } from 'next/navigation';
import type { Failure } from '#lib/domain/outcome.ts';
import { confirmIdentityPath } from '#lib/http/callback-url.ts';

/**
 * If the member must confirm their identity first, redirects to the page for confirming it. Does nothing for other
 * failures.
 * @param path the page to open after the member's identity is confirmed
 */
export function confirmIdentityIfRequired({ kind }: Failure, path: string): void {
  if (kind === 'reauthentication_required') redirect(confirmIdentityPath(path));
}
