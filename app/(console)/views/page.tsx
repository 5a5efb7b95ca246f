import type { Metadata } from 'next';
import { ViewsPage } from '#components/views/views-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readStoredQuery } from '#lib/forms/view-query.ts';
import { consolePage } from '../console-page.tsx';
import { loadSavedViews } from '../saved-views.ts';
import { startViewAction } from './actions.ts';

export const metadata: Metadata = { title: 'Views' };

export default consolePage(async function Page() {
  await requireMember();
  const [{ views, startViewId }, dateSettings] = await Promise.all([loadSavedViews(), readDateSettings()]);
  return (
    <ViewsPage
      views={views.map((view) => ({ ...view, typed: readStoredQuery(view.query, dateSettings.zone) }))}
      startViewId={startViewId}
      startAction={startViewAction}
      dateSettings={dateSettings}
      now={serviceNow()}
    />
  );
});
