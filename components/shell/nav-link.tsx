'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { Glyph } from '#components/ui/glyph.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

interface NavLinkProps {
  readonly href: string;
  /** The SVG path of the page's icon. Links to saved views have no icon. */
  readonly iconPath?: string | undefined;
  /** The paths of other pages that belong to the linked page. */
  readonly alsoPaths?: readonly string[] | undefined;
  readonly children: ReactNode;
}

/**
 * A link in the navigation. The link is marked as current on the linked page and all subpages. A saved view counts
 * as a subpage of the campaign list.
 */
export function NavLink({ href, iconPath, alsoPaths = [], children }: NavLinkProps) {
  const path = usePathname();
  const view = useSearchParams().get('view');
  const isOnPage = href === (view === null ? path : `${path}?view=${view}`);
  const isIn = (parent: string) => path === parent || path.startsWith(`${parent}/`);
  const isOnSubpage = href !== '/' && !isOnPage && (isIn(href) || alsoPaths.some(isIn));
  return (
    <PageLink
      href={href}
      aria-current={isOnPage ? 'page' : isOnSubpage ? 'true' : undefined}
      className={iconPath === undefined ? 'view-link' : 'nav-item'}
    >
      {iconPath !== undefined && <Glyph path={iconPath} className="size-5" />}
      {children}
    </PageLink>
  );
}
