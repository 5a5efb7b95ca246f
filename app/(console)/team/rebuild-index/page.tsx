import type { Metadata } from 'next';
import { REBUILD_CANCEL, REBUILD_TITLE, RebuildForm } from '#components/team/rebuild-index.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { pageForbidden } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { rebuildIndexAction } from './actions.ts';

export const metadata: Metadata = { title: REBUILD_TITLE };

/** The confirmation page for browsers without JavaScript. Browsers with JavaScript show a dialog instead. */
export default consolePage(async function Page() {
  const member = await requireMember();
  if (!isAllowed(member.role, 'manageTeam')) pageForbidden();
  return (
    <div className="max-w-lg">
      <PageHeader title={REBUILD_TITLE} crumbs={[{ label: 'Team', href: '/team' }]} />
      <Card>
        <RebuildForm action={rebuildIndexAction} />
        <PageLink href="/team#campaign-index" className={buttonClass('quiet', 'mt-2 w-full')}>
          {REBUILD_CANCEL}
        </PageLink>
      </Card>
    </div>
  );
});
