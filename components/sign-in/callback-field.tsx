'use client';

import { useSyncExternalStore } from 'react';

/** The place within a page that was asked for: a browser takes it along to the sign-in page, and tells no server. */
const place = () => window.location.hash;
const noPlace = () => '';
const watch = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** Where to go after signing in, with the place within the page. */
export function CallbackField({ callbackUrl = '/' }: { callbackUrl: string | undefined }) {
  const hash = useSyncExternalStore(watch, place, noPlace);
  return <input type="hidden" name="callbackUrl" value={callbackUrl + hash} />;
}
