'use client';

import { useSyncExternalStore } from 'react';

/**
 * Returns the requested URL's hash. Browsers keep the hash after the redirect to sign-in, but never send it to
 * the server.
 */
const readHash = () => window.location.hash;
const readServerHash = () => '';
const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/** A hidden field with the URL to open after sign-in, including the hash. */
export function CallbackField({ callbackUrl = '/' }: { callbackUrl: string | undefined }) {
  const hash = useSyncExternalStore(subscribe, readHash, readServerHash);
  return <input type="hidden" name="callbackUrl" value={callbackUrl + hash} />;
}
