/** What the search box shows for each campaign, customer, template, and page. */
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { viewPath } from '#lib/domain/saved-view.ts';
import { campaignName, campaignTitle } from './campaign.ts';
import { customerName } from './customer.ts';
import { findPages, type SearchPage, splitWords } from './search-pages.ts';
import { describeStatus } from './status.ts';

/** Text that is highlighted if it matches the search. */
type Part = readonly [text: string, isMatch: boolean];

export interface SearchResult {
  readonly href: string;
  readonly title: readonly Part[];
  readonly detail: readonly Part[];
  /** Shown at the end of the line, such as the status. */
  readonly note: string;
  /** True for a file, which the browser downloads. */
  readonly isFile?: boolean;
}

export interface SearchGroup {
  readonly title: string;
  readonly results: readonly SearchResult[];
}

export interface SearchMatches {
  readonly campaigns: readonly ListedCampaign[];
  readonly customers: readonly { readonly customerId: number; readonly email: string | null }[];
  readonly templates: readonly { readonly templateId: number; readonly name: string | null }[];
  /** Saved views. */
  readonly views: readonly { readonly id: string; readonly name: string }[];
}

/** Returns the non-empty groups of results. */
export function searchGroups(
  query: string,
  { campaigns, customers, templates, views }: SearchMatches,
  isVisible: (page: SearchPage) => boolean,
): readonly SearchGroup[] {
  const mark = (text: string) => markMatches(text, query);
  const groups: readonly SearchGroup[] = [
    { title: 'Campaigns', results: campaigns.map((campaign) => campaignResult(campaign, query)) },
    {
      title: 'Customers',
      results: customers.map(({ customerId, email }) => ({
        href: `/customers/${customerId}`,
        title: mark(customerName(customerId, email ?? undefined)),
        detail: [],
        note: '',
      })),
    },
    {
      title: 'Templates',
      results: templates.map(({ templateId, name }) => ({
        href: `/templates/${templateId}`,
        title: mark(name ?? `Template #${templateId}`),
        detail: [],
        note: '',
      })),
    },
    {
      title: 'Views',
      results: views.map(({ id, name }) => ({
        href: viewPath(id),
        title: mark(name),
        detail: [],
        note: '',
      })),
    },
    {
      title: query.trim() === '' ? 'Go to' : 'Pages and actions',
      results: findPages(query)
        .filter(isVisible)
        .map(({ title, href }) => ({
          href,
          title: mark(title),
          detail: [],
          note: '',
          ...(href.endsWith('/export') && { isFile: true }),
        })),
    },
  ];
  return groups.filter(({ results }) => results.length > 0);
}

function campaignResult(
  { campaign, given, templateName, customer }: ListedCampaign,
  query: string,
): SearchResult {
  const { id, status, meta_data = {} } = campaign;
  const words = splitWords(query);
  // The metadata that explains why the search found the campaign.
  const found = Object.entries(meta_data).find(([, value]) =>
    splitWords(value).some((word) => words.some((wanted) => word.startsWith(wanted))),
  );
  const details = [customer?.email, found?.join(' ')].filter((text) => text !== undefined);
  return {
    href: `/campaigns/${id}`,
    title: markMatches(`${campaignTitle(id, campaignName(given, templateName))} #${id}`, query),
    detail: markMatches(details.join(' · '), query),
    note: describeStatus(status).label,
  };
}

/** Splits text into the parts that match the search, and the parts between them. */
export function markMatches(text: string, query: string): readonly Part[] {
  const words = splitWords(query);
  const parts: Part[] = [];
  let plain = '';
  for (const piece of text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []) {
    const lower = piece.toLowerCase();
    const length = Math.max(0, ...words.filter((word) => lower.startsWith(word)).map((word) => word.length));
    if (length === 0) plain += piece;
    else {
      if (plain !== '') parts.push([plain, false]);
      parts.push([piece.slice(0, length), true]);
      plain = piece.slice(length);
    }
  }
  return plain === '' ? parts : [...parts, [plain, false]];
}
