import { filterChips } from '#components/campaigns/filter-chips.ts';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { type SavedView, viewPath } from '#lib/domain/saved-view.ts';
import { type DateSettings, formatGivenDay } from '#lib/format/dates.ts';
import { SORT_NAMES } from '#lib/format/sort-names.ts';
import { describeStatus } from '#lib/format/status.ts';
import type { TypedQuery } from '#lib/forms/campaign-fields.ts';
import { parseSort } from '#lib/forms/sort-param.ts';

interface ViewListing extends SavedView {
  /** The stored parameters. */
  readonly typed: TypedQuery;
}

interface ViewsPageProps {
  readonly views: readonly ViewListing[];
  readonly startViewId: string | null;
  readonly startAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Lists the member's and the team's views, and lets the member choose a start page. */
export function ViewsPage({ views, startViewId, startAction, dateSettings, now }: ViewsPageProps) {
  const listProps = { startViewId, dateSettings, now };
  const own = views.filter(({ isTeam }) => !isTeam);
  const team = views.filter(({ isTeam }) => isTeam);
  return (
    <>
      <PageHeader title="Views" crumbs={[{ label: 'Campaigns', href: '/campaigns' }]} />
      {views.length === 0 ? (
        <EmptyState icon="filter" title="No saved views yet">
          <p>Filter or sort the campaign list, open the Views menu, and save the list as a new view.</p>
          <EmptyStateLink href="/campaigns">Go to campaigns</EmptyStateLink>
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px]">
          <div className="grid min-w-0 gap-4">
            {own.length > 0 && (
              <Card title="Your views">
                <ViewList views={own} {...listProps} />
              </Card>
            )}
            {team.length > 0 && (
              <Card title="Team views">
                <ViewList views={team} {...listProps} />
              </Card>
            )}
          </div>
          <StartPageCard views={views} startViewId={startViewId} action={startAction} />
        </div>
      )}
    </>
  );
}

interface ViewListProps extends Pick<ViewsPageProps, 'views' | 'startViewId' | 'dateSettings' | 'now'> {}

function ViewList({ views, startViewId, dateSettings, now }: ViewListProps) {
  return (
    <ul className="-my-1">
      {views.map((view) => (
        <li
          key={view.id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line py-3 not-first:border-t"
        >
          <div className="min-w-0 grow basis-60">
            <p>
              <PageLink
                href={viewPath(view.id)}
                className="font-[550] wrap-anywhere underline decoration-edge underline-offset-3 hover:decoration-current"
              >
                <bdi>{view.name}</bdi>
              </PageLink>
              {view.id === startViewId && <span className="ml-2 text-sm text-muted">Start page</span>}
            </p>
            <p className="text-sm wrap-anywhere text-muted">
              <bdi>{describeView(view.typed, (day) => formatGivenDay(day, dateSettings, now))}</bdi>
            </p>
            {view.isTeam && view.author !== null && (
              <p className="text-sm text-muted">
                Saved by <bdi className="wrap-anywhere">{view.author}</bdi>
              </p>
            )}
          </div>
          {view.canChange && (
            <PageLink
              href={`/views/${view.id}`}
              className="min-h-6 text-sm underline decoration-edge underline-offset-3 hover:decoration-current"
            >
              Edit<span className="sr-only"> view {view.name}</span>
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Describes a view's filters and order, such as "Payment: Unpaid · Price, highest first". */
export function describeView(typed: TypedQuery, formatDay: (day: string) => string): string {
  const sort = typed.sort === undefined ? undefined : parseSort(typed.sort);
  const parts = [
    ...(typed.status === undefined ? [] : [`Status: ${describeStatus(typed.status).label}`]),
    ...filterChips(typed, formatDay).map(({ label, value }) => `${label}: ${value}`),
    ...(sort === undefined ? [] : [SORT_NAMES[sort.key][sort.direction]]),
  ];
  return parts.length === 0 ? 'All campaigns' : parts.join(' · ');
}

function StartPageCard({
  views,
  startViewId,
  action,
}: {
  views: readonly ViewListing[];
  startViewId: string | null;
  action: FormAction;
}) {
  return (
    <Card title="Start page">
      <ActionForm key={startViewId} action={action} className="grid gap-4">
        <p className="text-muted">The page that opens when you sign in or click the logo.</p>
        <FormMessage />
        <SelectField name="view" label="Your start page" defaultValue={startViewId ?? ''}>
          <option value="">Overview</option>
          {views.map(({ id, name, isTeam }) => (
            <option key={id} value={id}>
              {isTeam ? `${name} (team)` : name}
            </option>
          ))}
        </SelectField>
        <SubmitButton kind="plain">Save start page</SubmitButton>
      </ActionForm>
    </Card>
  );
}
