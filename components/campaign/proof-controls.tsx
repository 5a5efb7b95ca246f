'use client';

import type { ReactNode } from 'react';

/** Handles events before the script is loaded, too. Without the script, all sides are shown, and the controls are hidden. */
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

/** Makes the controls of a proof viewer work. Browsers load the script (proof-events.ts) after the page. */
export function ProofControls({ children }: { children: ReactNode }) {
  return <div ref={connectControls}>{children}</div>;
}
