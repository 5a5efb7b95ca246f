import type { Metadata } from 'next';
import { FeedsPage } from '#components/calendar-feeds/feeds-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getAccount, requireMember } from '#lib/auth/session.ts';
import { listOwnCalendarFeeds } from '#lib/data/calendar-feeds.ts';
import { confirmIdentityPath } from '#lib/http/callback-url.ts';
import { pageForbidden } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { createFeedAction, deleteFeedAction, replaceFeedAction } from './actions.ts';

export const metadata: Metadata = { title: 'Calendar feeds' };

export default consolePage(async function Page() {
  await requireMember();
  const [feeds, dateSettings, account] = await Promise.all([
    listOwnCalendarFeeds(),
    readDateSettings(),
    getAccount(),
  ]);
  if (!feeds.ok) pageForbidden();
  return (
    <FeedsPage
      feeds={feeds.value}
      createAction={createFeedAction}
      replaceAction={replaceFeedAction}
      deleteAction={deleteFeedAction}
      confirmHref={account?.isRecentlyAuthenticated ? undefined : confirmIdentityPath('/calendar/feeds')}
      dateSettings={dateSettings}
      now={Date.now()}
    />
  );
});
