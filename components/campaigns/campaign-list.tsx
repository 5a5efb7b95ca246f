import type { ReactNode } from 'react';
import { DEFAULT_PER_PAGE } from '#lib/contract/limits.ts';
import type { CampaignPage } from '#lib/contract/resources.ts';
import { type CampaignQuery, campaignsHref } from '#lib/format/campaign-query.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { plural } from '#lib/format/text.ts';
import type { Outcome } from '#lib/outcome.ts';
import { buttonClass } from '../ui/button.ts';
import type { IconName } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { ServiceTrouble } from '../ui/service-trouble.tsx';
import { type CampaignNames, CampaignTable } from './campaign-table.tsx';
import { Pages } from './pages.tsx';

export interface ListView extends CampaignNames {
  readonly page: CampaignPage;
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
}

interface CampaignListProps {
  readonly query: CampaignQuery;
  /** Undefined when the filters can't be asked as they are. */
  readonly list: Outcome<ListView> | undefined;
}

export function CampaignList({ query, list }: CampaignListProps) {
  const { typed, errors } = query;
  if (list === undefined) {
    return (
      <Nothing icon="filter" title="Some filters need another look">
        <p>{errors.page ?? 'Put right what is marked above, then apply them again.'}</p>
        {errors.page !== undefined && (
          <ToList href={campaignsHref(typed, { page: undefined })}>Go to the first page</ToList>
        )}
      </Nothing>
    );
  }
  if (!list.ok) {
    if (list.failure.kind === 'missing') {
      return (
        <Nothing icon="astray" title="There is no such customer">
          <ToList href={campaignsHref(typed, { customer_id: undefined, page: undefined })}>
            Campaigns of every customer
          </ToList>
        </Nothing>
      );
    }
    return <ServiceTrouble failure={list.failure} again={campaignsHref(typed)} level={2} />;
  }
  const { page, zone, now, templates, customers } = list.value;
  if (page.items.length === 0) return <Empty query={query} page={page} />;
  return (
    <>
      <CampaignTable
        campaigns={page.items}
        zone={zone}
        now={now}
        templates={templates}
        customers={customers}
      />
      <Pages
        typed={typed}
        page={page.current_page}
        perPage={query.filters.per_page ?? DEFAULT_PER_PAGE}
        shown={page.items.length}
        total={page.total_count}
        totalPages={page.total_pages}
        zoneLabel={zoneLabel(zone)}
      />
    </>
  );
}

function Empty({ query: { typed, filters }, page }: { query: CampaignQuery; page: CampaignPage }) {
  if (page.total_count > 0) {
    return (
      <Nothing icon="astray" title="Beyond the last page">
        <p>
          There is no page {typed.page}: the list ends after {plural(page.total_pages, 'page')}.
        </p>
        <ToList href={campaignsHref(typed, { page: String(page.total_pages) })}>Go to the last page</ToList>
      </Nothing>
    );
  }
  const { page: _page, per_page: _perPage, ...narrowing } = filters;
  if (Object.keys(narrowing).length === 0) {
    return (
      <Nothing icon="campaigns" title="No campaigns yet">
        <p>Campaigns are made in the service. As soon as there is one, it is listed here.</p>
      </Nothing>
    );
  }
  return (
    <Nothing icon="campaigns" title="No campaign fits these filters">
      <ToList href={campaignsHref({ pairs: [] })}>Show all campaigns</ToList>
    </Nothing>
  );
}

function Nothing({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-14">
      <Message icon={icon} tone="muted" title={title} level={2}>
        {children}
      </Message>
    </div>
  );
}

function ToList({ href, children }: { href: string; children: ReactNode }) {
  return (
    <PageLink href={href} className={buttonClass('plain', 'mt-4')}>
      {children}
    </PageLink>
  );
}
