import type { ReactNode } from 'react';
import { Shell } from '#components/shell/shell.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listOpenAttempts } from '#lib/data/attempts.ts';
import { countNewNotifications } from '#lib/data/notifications.ts';
import { isSandbox } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { viewPath } from '#lib/domain/saved-view.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { BrowserZone } from '../browser-zone.tsx';
import { signOutAction } from '../login/actions.ts';
import { withErrorIds } from '../page-error.tsx';
import { loadSavedViews } from './saved-views.ts';

export default withErrorIds(async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { email, name, role, timeZone } = await requireMember();
  const [sandbox, attempts, notificationCount, dateSettings, { views, startViewId }] = await Promise.all([
    isSandbox(),
    listOpenAttempts(),
    countNewNotifications(),
    readDateSettings(),
    loadSavedViews(),
  ]);
  return (
    <Shell
      email={email}
      name={name}
      role={role}
      zone={zoneLabel(dateSettings.zone)}
      sandbox={sandbox}
      canManageTeam={isAllowed(role, 'manageTeam')}
      attentionCount={attempts.length}
      notificationCount={notificationCount ?? 0}
      views={views.map(({ id, name, isTeam }) => ({ id, name, isTeam }))}
      startHref={startViewId === null ? '/' : viewPath(startViewId)}
      signOut={signOutAction}
    >
      {children}
      {timeZone === null && <BrowserZone showsTimes />}
    </Shell>
  );
});
