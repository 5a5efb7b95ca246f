'use client';

import { useEffect } from 'react';
import { buttonClass } from './button.ts';

interface BrokenProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Something of ours broke. What exactly stands in the server's log under the number, and nowhere here. */
export function ErrorMessage({ error, retry }: BrokenProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  useEffect(() => console.error(error), [error]);
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <span
        aria-hidden="true"
        className="mb-3.5 grid size-13 place-items-center rounded-full bg-red/12 font-serif text-count text-red"
      >
        !
      </span>
      <h1>Something broke on our side</h1>
      <p className="mt-2 text-muted">
        If you were paying or sending just now, look at the campaign first: it says whether that was done.
        Opening this page again sends and pays nothing.
        {digest !== undefined && ` In the server’s log it has the number ${digest}.`}
      </p>
      <button type="button" onClick={() => retry()} className={buttonClass('primary', 'mt-5')}>
        Open this page again
      </button>
    </div>
  );
}
