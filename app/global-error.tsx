'use client';

import './theme.css';
import { ErrorMessage } from '#components/ui/error-message.tsx';

/** Shown if the root layout itself fails to render. */
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
