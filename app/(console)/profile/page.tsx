import type { Metadata } from 'next';
import { ProfilePage, SESSION_CHANGES, type SessionChange } from '#components/profile/profile-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { readProfile } from '#lib/data/profile.ts';
import { CONFIRM_MS } from '#lib/domain/recent-change.ts';
import { formatExample, listDateFormats, zoneLabel } from '#lib/format/dates.ts';
import { zoneGroups } from '#lib/format/zones.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { pageForbidden } from '../../page-error.tsx';
import { consolePage } from '../console-page.tsx';
import { passwordAction, profileAction, sessionsAction } from './actions.ts';

export const metadata: Metadata = { title: 'Your profile' };

const isSessionChange = (value: unknown): value is SessionChange =>
  typeof value === 'string' && Object.hasOwn(SESSION_CHANGES, value);

export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [profile, { done }, dateSettings] = await Promise.all([
    readProfile(),
    searchParams,
    readDateSettings(),
  ]);
  if (!profile.ok) pageForbidden();
  const { sessionsFrom } = profile.value;
  return (
    <ProfilePage
      profile={profile.value}
      zoneLabel={zoneLabel(dateSettings.zone)}
      zones={zoneGroups()}
      dateExample={formatExample(dateSettings.locale)}
      dateFormats={listDateFormats()}
      done={isSessionChange(done) && Date.now() - sessionsFrom < CONFIRM_MS ? done : undefined}
      saveAction={profileAction}
      changePasswordAction={passwordAction}
      signOutElsewhereAction={sessionsAction}
    />
  );
});
