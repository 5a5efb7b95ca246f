'use client';

import Link, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link inside the console. Nothing is fetched ahead: a page costs the service several reads. While the next page is
 * on its way a stripe runs along the top, because pages arrive whole.
 */
export function PageLink({ children, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link prefetch={false} {...props}>
      {children}
      <Pending />
    </Link>
  );
}

function Pending() {
  return useLinkStatus().pending ? <span aria-hidden="true" className="underway" /> : null;
}
