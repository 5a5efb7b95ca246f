import type { ReactNode } from 'react';

/** A moment as a person reads it, with the exact one underneath. */
export function Moment({ at, children }: { at: number; children: ReactNode }) {
  return <time dateTime={new Date(at).toISOString()}>{children}</time>;
}
