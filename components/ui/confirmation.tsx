'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from './note.tsx';

interface ConfirmationProps {
  /** Red if the change isn't what the member agreed to. */
  readonly tone?: 'green' | 'red';
  readonly children: ReactNode;
}

/**
 * Confirms the change that led to this page. Focus moves to the confirmation, because the pressed button is
 * gone and screen readers don't reliably announce a status on a new page.
 */
export function Confirmation({ tone = 'green', children }: ConfirmationProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => status.current?.focus(), []);
  return (
    <div ref={status} role="status" tabIndex={-1} className="mb-4 outline-none print:hidden">
      <Note tone={tone}>{children}</Note>
    </div>
  );
}
