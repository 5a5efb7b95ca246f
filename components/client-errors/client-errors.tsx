/**
 * The component that reports errors in the browser, and the message that replaces a page with such an error.
 * Both are in one module, so that browsers load it only once: the root layout loads it for the reporter, and
 * all error pages share it.
 */
'use client';

import { useEffect } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { reportClientError } from './report-error.ts';

/** Reports errors in the page's scripts that no error page handles. */
export function ErrorReporter() {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('error', ({ error }) => reportClientError(error), { signal });
    addEventListener('unhandledrejection', ({ reason }) => reportClientError(reason), { signal });
    return () => listeners.abort();
  }, []);
  return null;
}

interface ErrorMessageProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Shown if rendering fails. Error details are only in the server log, where the digest identifies the error. For a page,
 * the digest is the request's id.
 */
export function ErrorMessage({ error, retry }: ErrorMessageProps) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  useEffect(() => {
    console.error(error);
    reportClientError(error);
  }, [error]);
  return (
    <div className="flex flex-col items-center py-14 text-center">
      <span
        aria-hidden="true"
        className="mb-3.5 grid size-13 place-items-center rounded-full bg-red/12 font-serif text-count font-semibold text-red"
      >
        !
      </span>
      <h1>Something went wrong</h1>
      <p className="mt-2 text-muted">
        If you were paying for or sending a campaign, check the campaign’s status before you try again.
        Reloading this page doesn’t repeat the action.
        {digest !== undefined && ` Error number in the server log: ${digest}.`}
      </p>
      <button type="button" onClick={() => retry()} className={buttonClass('primary', 'mt-5')}>
        Reload page
      </button>
    </div>
  );
}
