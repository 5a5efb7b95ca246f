/** The pages and actions that the search box finds. */
import type { Permission } from '#lib/domain/permissions.ts';
import { PAYMENT_STATE_NAMES } from './payment-state.ts';

export interface SearchPage {
  readonly title: string;
  readonly href: string;
  /** Other words that find the page, in lowercase. */
  readonly words: string;
  readonly needs: Permission;
}

const SEARCH_PAGES: readonly SearchPage[] = [
  { title: 'Overview', href: '/', words: 'home start worklists', needs: 'listCampaigns' },
  { title: 'Campaigns', href: '/campaigns', words: 'list all mailings', needs: 'listCampaigns' },
  {
    title: PAYMENT_STATE_NAMES.paid_not_sent,
    href: '/campaigns?payment=paid_not_sent&sort=-price',
    words: 'campaigns drafts payment',
    needs: 'listCampaigns',
  },
  {
    title: 'Unpaid drafts',
    href: '/campaigns?payment=unpaid&payment=part_paid&sort=-price',
    words: 'campaigns payment left to pay check out',
    needs: 'listCampaigns',
  },
  {
    title: 'Going out soon',
    href: '/campaigns?status=queued&sort=scheduled_at',
    words: 'campaigns queued scheduled send next',
    needs: 'listCampaigns',
  },
  {
    // A share link belongs to one campaign.
    title: 'New share link: choose a campaign',
    href: '/campaigns',
    words: 'guest proof approval email customer',
    needs: 'shareCampaign',
  },
  {
    title: 'Payment runs',
    href: '/payment-runs',
    words: 'pay several drafts receipts resume check out',
    needs: 'listCampaigns',
  },
  { title: 'Views', href: '/views', words: 'saved filters start page', needs: 'saveViews' },
  {
    title: 'Export campaigns as CSV',
    href: '/campaigns/export',
    words: 'download spreadsheet excel',
    needs: 'listCampaigns',
  },
  {
    title: 'Calendar',
    href: '/calendar',
    words: 'month week schedule scheduled days going out',
    needs: 'listCampaigns',
  },
  {
    title: 'Calendar feeds',
    href: '/calendar/feeds',
    words: 'subscribe icalendar ics google outlook apple',
    needs: 'editProfile',
  },
  { title: 'Customers', href: '/customers', words: 'companies emails', needs: 'listCustomers' },
  {
    title: 'Spending',
    href: '/spending',
    words: 'paid payments costs invoices credits month quarter year chart',
    needs: 'listCampaigns',
  },
  { title: 'Templates', href: '/templates', words: 'designs', needs: 'listTemplates' },
  { title: 'Activity', href: '/activity', words: 'log security events audit', needs: 'listCampaigns' },
  {
    title: 'Export activity as CSV',
    href: '/activity/export',
    words: 'download spreadsheet log',
    needs: 'listCampaigns',
  },
  {
    title: 'Team',
    href: '/team',
    words: 'members invite invitation roles approval rule second factor',
    needs: 'manageTeam',
  },
  {
    title: 'Your profile',
    href: '/profile',
    words: 'password passkey time zone date format sessions second factor',
    needs: 'editProfile',
  },
  { title: 'API tokens', href: '/tokens', words: 'programs keys scopes', needs: 'editProfile' },
  { title: 'API', href: '/docs', words: 'documentation reference openapi programs', needs: 'listCampaigns' },
];

/** Returns the pages for which every word of the query is the start of a word in the title or keywords. */
export function findPages(query: string): readonly SearchPage[] {
  return SEARCH_PAGES.filter(({ title, words }) => containsWords(`${title} ${words}`, query));
}

/**
 * Whether every word of the query is the start of a word in the text. An empty query matches any text. A
 * query without letters or digits, such as “%”, matches no text.
 */
export function containsWords(text: string, query: string): boolean {
  const [known, searched] = [splitWords(text), splitWords(query)];
  if (searched.length === 0) return query.trim() === '';
  return searched.every((word) => known.some((other) => other.startsWith(word)));
}

export const splitWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
