import 'server-only';
import { redirect } from 'next/navigation';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';

/** Returns the requested path if it is on this console, and the start page's path otherwise. */
export const callbackPath = (requested: unknown): string => safeCallbackPath(requested, env().origin);

/** Redirects to the requested path if it is on this console, and to the start page otherwise. */
export function redirectToCallback(requested: unknown): never {
  redirect(callbackPath(requested));
}
