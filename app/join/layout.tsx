import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Its address makes somebody a member: it goes to nobody else. */
export const metadata: Metadata = {
  title: 'Invitation',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
};

export default function JoinLayout({ children }: { children: ReactNode }) {
  return children;
}
