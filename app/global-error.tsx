'use client';

import './theme.css';
import { Broken } from '#components/ui/broken.tsx';

/** When even the frame around every page broke. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Mailroom</title>
        <main className="px-5">
          <Broken {...props} />
        </main>
      </body>
    </html>
  );
}
