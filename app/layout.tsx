import './theme.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ErrorReporter } from '#components/client-errors/client-errors.tsx';
import { FormTokenProvider } from '#components/forms/form-token.tsx';
import { ScriptRecovery } from '#components/shell/script-recovery.tsx';
import { FORM_TOKEN_HEADER } from '#lib/http/form-token-names.ts';
import { findNonce } from '#lib/http/security-headers.ts';
import { BrowserZone } from './browser-zone.tsx';
import { preloadTextFont } from './font-preload.ts';

export const metadata: Metadata = {
  title: { default: 'Mailroom', template: '%s · Mailroom' },
  description: 'The team console for direct-mail campaigns.',
  robots: { index: false, follow: false },
  referrer: 'same-origin',
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f4ee' },
    { media: '(prefers-color-scheme: dark)', color: '#11151b' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  preloadTextFont();
  const received = await headers();
  return (
    <html lang="en">
      <body>
        <ScriptRecovery nonce={findNonce(received)} />
        <FormTokenProvider token={received.get(FORM_TOKEN_HEADER)}>{children}</FormTokenProvider>
        <BrowserZone />
        <ErrorReporter />
      </body>
    </html>
  );
}
