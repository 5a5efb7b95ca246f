import type { Metadata } from 'next';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { DeleteViewForm, RenameViewForm } from '#components/views/view-forms.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { pageForbidden, pageNotFound } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { loadSavedViews } from '../../saved-views.ts';
import { deleteViewAction, renameViewAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Edit view' };

export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireMember();
  const [{ id }, { views }] = await Promise.all([params, loadSavedViews()]);
  const view = views.find((each) => each.id === id) ?? pageNotFound();
  if (!view.canChange) pageForbidden();
  return (
    <div className="grid max-w-lg gap-4">
      <PageHeader
        title={view.name}
        crumbs={[
          { label: 'Campaigns', href: '/campaigns' },
          { label: 'Views', href: '/views' },
        ]}
      />
      <Card title={view.isTeam ? 'Team view' : 'Your view'}>
        <p className="mb-4 text-muted">
          To change the filters, order, or columns, open the view, change the list, and update the view.
        </p>
        <RenameViewForm view={view} action={renameViewAction} />
      </Card>
      <Card title="Delete view">
        <DeleteViewForm view={view} action={deleteViewAction} />
      </Card>
    </div>
  );
});
