'use client';

import { useSyncExternalStore } from 'react';

/** The hash of the requested URL. Browsers keep it when redirected to sign-in, but never send it to the server. */
const readHash = () => window.location.hash;
const readServerHash = () => '';
const subscribe = (onChange: () => void) => {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
};

/** Hidden field with the URL to go to after signing in, including its hash. */
export function CallbackField({ callbackUrl = '/' }: { callbackUrl: string | undefined }) {
  const hash = useSyncExternalStore(subscribe, readHash, readServerHash);
  return <input type="hidden" name="callbackUrl" value={callbackUrl + hash} />;
}
