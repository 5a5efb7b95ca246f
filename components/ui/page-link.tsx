'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, type MouseEvent, useTransition } from 'react';

interface PageLinkProps extends ComponentProps<'a'> {
  readonly href: string;
}

/**
 * A link inside the console, without loading the whole document again. Next's own would cost 3 KB a page for fetching
 * ahead, which isn't wanted here: a page costs the service several reads. While the next page is on its way a stripe
 * runs along the top, because pages arrive whole.
 */
export function PageLink({ href, children, ...anchor }: PageLinkProps) {
  const router = useRouter();
  const [isUnderway, start] = useTransition();
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain) return;
    event.preventDefault();
    start(() => router.push(href));
  };
  return (
    <a href={href} onClick={follow} {...anchor}>
      {children}
      {isUnderway && <span aria-hidden="true" className="underway" />}
    </a>
  );
}
