'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';

/** A link in the main navigation. The link is marked as current on the linked page and all subpages. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname();
  const isOnPage = href === path;
  const isOnSubpage = href !== '/' && path.startsWith(`${href}/`);
  return (
    <PageLink
      href={href}
      aria-current={isOnPage ? 'page' : isOnSubpage ? 'true' : undefined}
      className="flex flex-col items-center gap-0.5 rounded-md px-2 py-1.5 text-xs font-medium whitespace-nowrap text-muted max-[25rem]:px-0.5 max-[25rem]:text-[0.6875rem] hover:text-ink aria-[current]:bg-rail aria-[current]:text-ink rail:flex-row rail:gap-2.5 rail:px-2.5 rail:py-[7px] rail:text-base"
    >
      {children}
    </PageLink>
  );
}
