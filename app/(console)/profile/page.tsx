import type { Metadata } from 'next';
import { ProfilePage, SESSION_CHANGES, type SessionChange } from '#components/profile/profile-page.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { readProfile } from '#lib/data/profile.ts';
import { CONFIRM_MS } from '#lib/domain/recent-change.ts';
import { zoneLabel } from '#lib/format/dates.ts';
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
  const [profile, { done }, zone] = await Promise.all([readProfile(), searchParams, viewingZone()]);
  if (!profile.ok) pageForbidden();
  const { sessionsFrom } = profile.value;
  return (
    <ProfilePage
      profile={profile.value}
      zoneLabel={zoneLabel(zone)}
      zones={zoneGroups()}
      done={isSessionChange(done) && Date.now() - sessionsFrom < CONFIRM_MS ? done : undefined}
      saveAction={profileAction}
      changePasswordAction={passwordAction}
      signOutElsewhereAction={sessionsAction}
    />
  );
});
