import type { ReactNode } from 'react';
import { Icon, type IconName, iconPath } from '#components/ui/icon.tsx';
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
      <header className="console-header">
        <PageLink href={startHref} className="rounded-md rail:px-2 rail:pt-1 rail:pb-4.5">
          <Logo />
        </PageLink>
        <Bell unreadCount={notificationCount} />
        {sandbox && <SandboxTag className="max-rail:ml-auto rail:hidden" />}
        <SearchButton />
        <nav aria-label="Main" className="main-nav">
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
          <button type="button" popoverTarget="account" className="nav-item rail:hidden">
            <Icon name="account" />
            Account
          </button>
        </nav>
        <ViewLinks views={views} />
        {/* On phones, the account menu is a popover that the navigation opens. */}
        <div popover="auto" id="account" className="account">
          {sandbox && <SandboxTag className="mb-2.5 max-rail:hidden" />}
          <Account {...account} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="console-main">
        {children}
      </main>
    </div>
  );
}

interface NavItemProps {
  readonly href: string;
  readonly icon: IconName;
  readonly alsoPaths?: readonly string[];
  readonly children: ReactNode;
}

function NavItem({ icon, ...link }: NavItemProps) {
  return <NavLink {...link} iconPath={iconPath(icon)} />;
}

function AttentionCount({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-red px-[7px] text-xs text-on-red max-rail:absolute max-rail:translate-x-4 rail:ml-auto">
      {count}
      <span className="sr-only"> need your attention</span>
    </span>
  );
}
