/** Determines how a page was requested. Next removes its own headers before pages can read them. */
import 'server-only';
import { headers } from 'next/headers';
import { PATH_HEADER } from './callback-url.ts';

/**
 * Whether a script requests the page because the member followed a link on another page. The response can
 * then be shown step by step. False for documents, which must be complete without JavaScript, and for
 * refreshes of an open page, which already shows its content. Also false if the browser doesn't send the
 * headers needed to tell.
 */
export async function isClientNavigation(): Promise<boolean> {
  const received = await headers();
  if (received.get('sec-fetch-dest') !== 'empty') return false;
  const from = URL.parse(received.get('referer') ?? '');
  return from !== null && `${from.pathname}${from.search}` !== received.get(PATH_HEADER);
}
