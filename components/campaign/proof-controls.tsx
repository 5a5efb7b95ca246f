'use client';

import type { ReactNode } from 'react';

/**
 * Also handles events that occur while the script is still loading. If it can't be loaded, all sides are
 * shown, and the controls are hidden.
 */
function connectControls(root: HTMLDivElement) {
  const script = import('./proof-events.ts');
  script.catch(() => root.setAttribute('data-uncontrolled', ''));
  const listeners = new AbortController();
  const handle = (event: Event) =>
    script.then(
      ({ handleProofEvent }) => handleProofEvent(root, event),
      () => undefined,
    );
  for (const type of ['click', 'keydown']) root.addEventListener(type, handle, { signal: listeners.signal });
  return () => listeners.abort();
}

/**
 * Connects a proof viewer's controls to the script that handles their events. Browsers load that script
 * (proof-events.ts) after the page.
 */
export function ProofControls({ children }: { children: ReactNode }) {
  return <div ref={connectControls}>{children}</div>;
}
