import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** An invitation URL is secret, so it must not reach search engines or other sites. */
export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

export default function JoinLayout({ children }: { children: ReactNode }) {
  return children;
}
