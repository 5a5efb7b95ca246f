import 'server-only';
import type { CampaignBrowserProps, ListSelection, ListState } from '#components/campaigns/list-state.ts';
import { selectionActions } from '#components/selection/selection-actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import { countCampaigns, listCampaigns } from '#lib/data/campaigns.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { readListView } from '#lib/data/list-view.ts';
import {
  type CampaignOwner,
  findCampaignOwners,
  listCustomerEmails,
  listTemplateNames,
} from '#lib/data/names.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { readTitlesAndNotes } from '#lib/data/titles-and-notes.ts';
import { readUnavailableJobs } from '#lib/data/unavailable-jobs.ts';
import { countPages, isIndexComplete, needsIndex, type ServiceFilters } from '#lib/domain/campaign-list.ts';
import { DEFAULT_LIST_VIEW, type ListView } from '#lib/domain/list-view.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { saveDisplayAction } from './actions.ts';

type Loaded = Omit<CampaignBrowserProps, 'view' | 'dateSettings' | 'displayAction' | 'selection'>;

/**
 * Loads one page of campaigns and the number of campaigns per status, from the campaign index if it can answer
 * the query, and from the mail service otherwise. Reads no campaigns if a filter is invalid.
 * @param selected the campaigns that are already selected
 */
export async function loadCampaigns(
  query: CampaignQuery,
  dateSettings: DateSettings,
  selected: readonly number[] = [],
): Promise<CampaignBrowserProps> {
  const stored = await readListView();
  const view: ListView = { ...(stored.ok ? stored.value : DEFAULT_LIST_VIEW), ...query.view };
  const loaded = await loadList(query, view.perPage);
  const selection = await loadSelection(selected);
  return { ...loaded, view, dateSettings, displayAction: saveDisplayAction, selection };
}

/** Returns the bulk actions that the member can start from the list, if there are any. */
async function loadSelection(selected: readonly number[]): Promise<ListSelection | undefined> {
  const member = await getMember();
  // Viewers can't start any action.
  if (!member || selectionActions(member.role, {}).actions.length === 0) return undefined;
  const offered = selectionActions(member.role, await readUnavailableJobs());
  const invoiced = isInvoiced();
  // The mail service offers no payment links for drafts that are billed on the monthly invoice.
  return { ...offered, selected, invoiced, canPay: !invoiced && isAllowed(member.role, 'payCampaign') };
}

async function loadList(query: CampaignQuery, perPage: number): Promise<Loaded> {
  const now = serviceNow();
  const page = query.filters.page ?? 1;
  const invalid: Loaded = { query, list: { kind: 'invalid' }, counts: {}, freshness: undefined, now };
  if (Object.keys(query.errors).length > 0) return invalid;
  const read = await readCampaignList(query, { page, perPage });
  if (!read.ok) return { ...invalid, list: { kind: 'failed', failure: read.failure } };
  const { freshness } = read.value;
  switch (read.value.kind) {
    case 'unknown_names': {
      const errors = describeUnknownNames(read.value.names);
      return { ...invalid, query: { ...query, errors }, freshness };
    }
    case 'live':
      return { ...(await loadLive(query, perPage, isIndexComplete(freshness))), freshness };
    case 'indexed': {
      const { items, total, totals, isPartial, counts } = read.value.list;
      const pages = countPages({ page, perPage, shown: items.length, total, isPartial });
      const list: ListState = { kind: 'listed', items, page, ...pages, sums: { totals, isPartial } };
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return { query, list, counts: { all, ...Object.fromEntries(counts) }, freshness, now };
    }
  }
}

/** Reads the list from the mail service, which has fewer filters and only one sort order. */
async function loadLive(query: CampaignQuery, perPage: number, isComplete: boolean): Promise<Loaded> {
  const base = { query, counts: {}, freshness: undefined, now: serviceNow() };
  const [only, ...others] = query.customers;
  const customer = only !== undefined && others.length === 0 ? await findCustomer(only) : undefined;
  if (customer === null) {
    const errors = describeUnknownNames({ customer: query.customers, template: [] });
    return { ...base, query: { ...query, errors }, list: { kind: 'invalid' } };
  }
  if (needsIndex(customer === undefined ? query : { ...query, customers: [] }))
    return { ...base, list: { kind: 'needs_index', isComplete } };
  const filters: ServiceFilters = {
    ...query.filters,
    ...(customer !== undefined && { customer_id: customer }),
  };
  const [list, counts] = await Promise.all([readLive(filters, perPage), countCampaigns(filters)]);
  return { ...base, list, counts: counts.ok ? counts.value : {} };
}

/** Returns the id of the customer with this email address or number, or null if there is none. */
async function findCustomer(text: string): Promise<number | null> {
  const emails = await listCustomerEmails();
  const wanted = text.toLowerCase();
  const [id] = [...emails].find(([, email]) => email.toLowerCase() === wanted) ?? [];
  return id ?? (emails.has(Number(text)) ? Number(text) : null);
}

/**
 * Reads one page of campaigns. Doesn't look up customers if the list is filtered by customer, because the
 * customer already appears above the list.
 */
async function readLive(filters: ServiceFilters, perPage: number): Promise<ListState> {
  const [list, currentNames] = await Promise.all([
    listCampaigns({ ...filters, per_page: perPage }),
    listTemplateNames(),
  ]);
  if (!list.ok) return { kind: 'failed', failure: list.failure };
  const { items, current_page, total_count, total_pages } = list.value;
  const [templateNames, given, owners] = await Promise.all([
    readTemplateNames(items, currentNames),
    readTitlesAndNotes(items.map(({ id }) => id)),
    filters.customer_id === undefined
      ? findCampaignOwners(items.map(({ id }) => id))
      : new Map<number, CampaignOwner>(),
  ]);
  return {
    kind: 'listed',
    items: items.map((campaign) => {
      const owner = owners.get(campaign.id);
      return {
        campaign,
        given: given.get(campaign.id),
        templateName: templateNames.get(campaign.id),
        customer: owner && { id: owner.customerId, email: owner.email },
        amounts: undefined,
      };
    }),
    page: current_page,
    total: total_count,
    totalPages: total_pages,
    isCutOff: false,
    sums: undefined,
  };
}
