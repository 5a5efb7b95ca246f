'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from './note.tsx';

/**
 * Confirms the change that led to this page. Focus moves to the confirmation, because the pressed button is
 * gone and screen readers don't reliably announce a status on a new page.
 */
export function Confirmation({ children }: { children: ReactNode }) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => status.current?.focus(), []);
  return (
    <div ref={status} role="status" tabIndex={-1} className="mb-4 outline-none print:hidden">
      <Note tone="green">{children}</Note>
    </div>
  );
}
