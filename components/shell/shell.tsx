import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { SandboxTag } from '#components/ui/sandbox-tag.tsx';
import { Account, type AccountProps } from './account.tsx';
import { Bell } from './bell.tsx';
import { NavLink } from './nav-link.tsx';
import { SearchButton } from './search-button.tsx';
import { SkipLink } from './skip-link.tsx';
import { ViewLinks } from './view-links.tsx';

interface ShellProps extends AccountProps {
  readonly sandbox: boolean;
  /** The number of items that need the member's attention. Shown beside the Overview link. */
  readonly attentionCount: number;
  /** The number of unread notifications. */
  readonly notificationCount: number;
  /** The saved views that the member can open. */
  readonly views: Parameters<typeof ViewLinks>[0]['views'];
  /** The page that the member sees first after signing in. */
  readonly startHref: string;
  readonly children: ReactNode;
}

/** The layout of pages for signed-in members. The navigation is on the left or, on phones, at the bottom. */
export function Shell({
  sandbox,
  attentionCount,
  notificationCount,
  views,
  startHref,
  children,
  ...account
}: ShellProps) {
  return (
    <div className="min-h-dvh rail:grid rail:grid-cols-[216px_minmax(0,1fr)]">
      <SkipLink />
      <header className="flex items-center justify-between gap-3 px-4 pt-3.5 print:px-0 rail:sticky rail:top-0 rail:h-dvh rail:flex-col rail:overflow-y-auto rail:items-stretch rail:justify-start rail:gap-0 rail:border-r rail:border-line rail:px-3 rail:py-4.5">
        <PageLink href={startHref} className="rounded-md rail:px-2 rail:pt-1 rail:pb-4.5">
          <Logo />
        </PageLink>
        <Bell unreadCount={notificationCount} />
        {sandbox && <SandboxTag className="max-rail:ml-auto rail:hidden" />}
        <SearchButton />
        <nav
          aria-label="Main"
          className="fixed inset-x-0 bottom-0 z-30 flex justify-around border-t border-line bg-card p-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] rail:static rail:flex-col rail:gap-0.5 rail:border-0 rail:bg-transparent rail:p-0"
        >
          <NavItem href="/" icon="overview">
            Overview
            {attentionCount > 0 && <AttentionCount count={attentionCount} />}
          </NavItem>
          <NavItem href="/campaigns" icon="campaigns" alsoPaths={['/jobs', '/payment-runs']}>
            Campaigns
          </NavItem>
          <NavItem href="/calendar" icon="calendar">
            Calendar
          </NavItem>
          <NavItem href="/customers" icon="customers">
            Customers
          </NavItem>
          <div className="grid gap-0.5 max-rail:hidden">
            <NavItem href="/templates" icon="templates">
              Templates
            </NavItem>
            <NavItem href="/spending" icon="spending">
              Spending
            </NavItem>
            <NavItem href="/activity" icon="clock">
              Activity
            </NavItem>
            {account.canManageTeam && (
              <NavItem href="/team" icon="team">
                Team
              </NavItem>
            )}
          </div>
          <button
            type="button"
            popoverTarget="account"
            className="flex flex-col items-center gap-0.5 rounded-md px-2 py-1.5 text-xs font-medium text-muted rail:hidden max-[25rem]:px-0.5 max-[25rem]:text-[0.6875rem]"
          >
            <Icon name="account" />
            Account
          </button>
        </nav>
        <ViewLinks views={views} />
        <div className="mt-auto border-t border-line p-2.5 text-sm max-rail:hidden">
          {sandbox && <SandboxTag className="mb-2.5" />}
          <Account {...account} />
        </div>
        <div
          popover="auto"
          id="account"
          className="inset-x-4 top-auto bottom-21 m-auto w-auto max-w-sm rounded-lg border border-line bg-card p-4.5 text-base text-ink shadow-overlay rail:hidden!"
        >
          <Account {...account} />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-[2160px] min-w-0 px-4 pt-4.5 pb-24 outline-none rail:px-8.5 rail:pt-6.5 rail:pb-15"
      >
        {children}
      </main>
    </div>
  );
}

interface NavItemProps {
  readonly href: string;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly alsoPaths?: readonly string[];
  readonly children: ReactNode;
}

function NavItem({ href, icon, alsoPaths, children }: NavItemProps) {
  return (
    <NavLink href={href} alsoPaths={alsoPaths} className="nav-item">
      <Icon name={icon} />
      {children}
    </NavLink>
  );
}

function AttentionCount({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-red px-[7px] text-xs text-on-red max-rail:absolute max-rail:translate-x-4 rail:ml-auto">
      {count}
      <span className="sr-only"> need your attention</span>
    </span>
  );
}
