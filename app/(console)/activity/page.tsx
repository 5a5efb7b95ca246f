import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Trail } from '#components/activity/trail.tsx';
import { TrailFilters } from '#components/activity/trail-filters.tsx';
import { Nothing } from '#components/lists/nothing.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageHead } from '#components/ui/page-head.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { listActivity, peopleOfActivity } from '#lib/data/activity.ts';
import { activityHref, readActivityQuery } from '#lib/format/activity-query.ts';
import type { SearchParams } from '#lib/format/query.ts';

export const metadata: Metadata = { title: 'Activity' };

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readActivityQuery(params, zone);
  const { typed, errors, filters, before } = query;
  if (query.hasBlanks) redirect(activityHref(typed));
  const canAsk = Object.keys(errors).length === 0;
  const [list, people] = await Promise.all([
    canAsk ? listActivity(filters, before) : undefined,
    peopleOfActivity(),
  ]);
  const page = list?.ok ? list.value : undefined;
  return (
    <>
      <PageHead title="Activity">
        {canAsk && (
          <a
            href={activityHref({ ...typed, before: undefined }, {}, '/activity/export')}
            className={buttonClass('plain')}
          >
            Download as CSV
          </a>
        )}
      </PageHead>
      <TrailFilters query={query} people={people} />
      {page && page.items.length > 0 && <Trail entries={page.items} zone={zone} now={Date.now()} />}
      {page?.items.length === 0 && (
        <Nothing icon="clock" title="Nothing here">
          <p>Whoever pays, sends, cancels or changes something is listed here from then on.</p>
        </Nothing>
      )}
      {page?.next !== undefined && (
        <PageLink
          href={activityHref(typed, { before: String(page.next) })}
          className={buttonClass('plain', 'mt-3.5')}
        >
          Older
        </PageLink>
      )}
    </>
  );
}
