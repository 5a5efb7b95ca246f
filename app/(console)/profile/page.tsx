import type { Metadata } from 'next';
import { ProfilePage } from '#components/profile/profile-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listOwnApiTokens } from '#lib/data/api-tokens.ts';
import { readOwnNotificationSettings } from '#lib/data/notifications.ts';
import { readOwnFactors } from '#lib/data/own-factors.ts';
import { readProfile } from '#lib/data/profile.ts';
import { listOwnSessions } from '#lib/data/sessions.ts';
import { CONFIRM_MS } from '#lib/domain/recent-change.ts';
import { formatExample, listDateFormats, zoneLabel } from '#lib/format/dates.ts';
import { zoneGroups } from '#lib/format/zones.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { pageForbidden } from '../../page-error.tsx';
import { consolePage } from '../console-page.tsx';
import { notificationSettingsAction, passwordAction, profileAction, sessionsAction } from './actions.ts';

export const metadata: Metadata = { title: 'Your profile' };

export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [profile, factors, sessions, tokens, notifications, { done }, dateSettings] = await Promise.all([
    readProfile(),
    readOwnFactors(),
    listOwnSessions(),
    listOwnApiTokens(),
    readOwnNotificationSettings(),
    searchParams,
    readDateSettings(),
  ]);
  if (!profile.ok || !factors.ok || !sessions.ok || !tokens.ok || !notifications.ok) pageForbidden();
  const { passwordChangedAt } = profile.value;
  const now = Date.now();
  return (
    <ProfilePage
      profile={profile.value}
      factors={factors.value}
      zoneLabel={zoneLabel(dateSettings.zone)}
      zones={zoneGroups()}
      dateExample={formatExample(dateSettings.locale)}
      dateFormats={listDateFormats()}
      notificationSettings={notifications.value}
      saveNotificationsAction={notificationSettingsAction}
      sessions={sessions.value}
      tokenCount={tokens.value.filter(({ state }) => state === 'live').length}
      isPasswordChanged={done === 'password' && now - (passwordChangedAt ?? 0) < CONFIRM_MS}
      saveAction={profileAction}
      changePasswordAction={passwordAction}
      endSessionsAction={sessionsAction}
      dateSettings={dateSettings}
      now={now}
    />
  );
});
