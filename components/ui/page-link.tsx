'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, type MouseEvent, useTransition } from 'react';

interface PageLinkProps extends ComponentProps<'a'> {
  readonly href: string;
}

/**
 * A link inside the console that navigates without reloading the document. Next's Link would add 3 KB of
 * scripts for prefetching. We don't want to prefetch, because each page makes several calls to the mail
 * service. The next page appears only once it is complete, so a stripe moves along the top while it loads.
 */
export function PageLink({ href, children, ...anchor }: PageLinkProps) {
  const router = useRouter();
  const [isNavigating, startNavigation] = useTransition();
  const handleClick = (event: MouseEvent) => {
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlainClick) return;
    event.preventDefault();
    startNavigation(() => router.push(href));
  };
  return (
    <a href={href} onClick={handleClick} {...anchor}>
      {children}
      {isNavigating && <span aria-hidden="true" className="page-progress" />}
    </a>
  );
}
