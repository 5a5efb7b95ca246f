'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';

interface NavLinkProps {
  readonly href: string;
  /** Chosen on the server, so that the classes aren't part of every page's scripts. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A link in the main navigation. The link is marked as current on the linked page and all subpages. */
export function NavLink({ href, className, children }: NavLinkProps) {
  const path = usePathname();
  const isOnPage = href === path;
  const isOnSubpage = href !== '/' && path.startsWith(`${href}/`);
  return (
    <PageLink
      href={href}
      aria-current={isOnPage ? 'page' : isOnSubpage ? 'true' : undefined}
      className={className}
    >
      {children}
    </PageLink>
  );
}
