'use client';

import { PageLink } from './page-link.tsx';

interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly href: string; readonly isCurrent: boolean }[];
}

/** Links that look like tabs. Each link opens the page with a different setting. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className="w-fit max-w-full overflow-x-auto rounded-[9px] bg-backdrop p-[3px]">
      <ul className="flex gap-0.5">
        {tabs.map(({ label: text, href, isCurrent }) => (
          <li key={href}>
            <PageLink href={href} aria-current={isCurrent ? 'true' : undefined} className="tab">
              <bdi>{text}</bdi>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
