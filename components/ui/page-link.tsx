'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, type MouseEvent, useTransition } from 'react';

interface PageLinkProps extends ComponentProps<'a'> {
  readonly href: string;
}

/**
 * Checkout's content security policy allows the card form, and a policy applies to a whole document. Checkout therefore
 * needs a new document.
 */
const OWN_DOCUMENT = /\/checkout$/;

/**
 * A link that opens a console page without reloading the document. Next's Link would add 3 KB of JavaScript
 * for prefetching. Prefetching is undesirable, because each page makes several calls to the mail service. The
 * pressed link is tinted at once. While the next page loads, a stripe moves along the top of the window.
 */
export function PageLink({ href, children, ...anchor }: PageLinkProps) {
  const router = useRouter();
  const [isNavigating, startNavigation] = useTransition();
  const handleClick = (event: MouseEvent) => {
    const isPlainClick =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlainClick || OWN_DOCUMENT.test(href)) return;
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
