'use client';

import './theme.css';
import { ErrorMessage } from '#components/client-errors/client-errors.tsx';

/** The error page for failures in the root layout. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Mailroom</title>
        <main className="px-5">
          <ErrorMessage {...props} />
        </main>
      </body>
    </html>
  );
}
