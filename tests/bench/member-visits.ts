/**
 * Requests from members with an open console: a round through the overview, the campaign list, its second
 * page, and campaigns, and what the open page polls in between.
 */
import { BACKOFF_FACTOR, LIST_REFRESH_MS, QUIET_CAMPAIGN } from '#components/live/polling-pace.ts';

/** One page that a member opens. */
export interface Step {
  /** Visits of the same kind are measured together. */
  readonly kind: string;
  readonly path: string;
  /**
   * Whether the member opens the page with a link that Next's router follows. Otherwise, the browser loads a
   * document.
   */
  readonly isLink: boolean;
  /** Text that only the complete page contains. */
  readonly expectedText: string;
  /** What the page requests while it stays open, and when, in milliseconds since it was opened. */
  readonly polls: (untilMs: number) => readonly Poll[];
}

export interface Poll {
  readonly atMs: number;
  readonly kind: string;
  readonly path: string;
  /** Whether the page itself is refreshed. Otherwise, JSON is requested. */
  readonly isRefresh: boolean;
}

const refreshes =
  (kind: string, path: string): Step['polls'] =>
  (untilMs) =>
    Array.from({ length: Math.floor(untilMs / LIST_REFRESH_MS) }, (_, i) => ({
      atMs: (i + 1) * LIST_REFRESH_MS,
      kind: `${kind}, refreshed`,
      path,
      isRefresh: true,
    }));

const statusPolls =
  (id: number): Step['polls'] =>
  (untilMs) => {
    const polls: Poll[] = [];
    let intervalMs = QUIET_CAMPAIGN.firstMs;
    for (let atMs = intervalMs; atMs <= untilMs; atMs += intervalMs) {
      polls.push({ atMs, kind: 'status', path: `/api/campaigns/${id}/status`, isRefresh: false });
      intervalMs = Math.min(QUIET_CAMPAIGN.maxMs, intervalMs * BACKOFF_FACTOR);
    }
    return polls;
  };

/** A page that shows the campaign index, and that is refreshed while it stays open. */
const indexed =
  (kind: string, path: string, refreshed = kind) =>
  (isLink: boolean): Step => ({
    kind: isLink ? `${kind}, by link` : kind,
    path,
    isLink,
    expectedText: 'Updated ',
    polls: refreshes(refreshed, path),
  });

const overview = indexed('overview', '/');
const list = indexed('list', '/campaigns');
const nextPage = indexed('next page', '/campaigns?page=2', 'list');

const campaign = (id: number, isLink: boolean): Step => ({
  kind: isLink ? 'campaign, by link' : 'campaign',
  path: `/campaigns/${id}`,
  isLink,
  expectedText: 'Recipients',
  polls: statusPolls(id),
});

/**
 * One member's round through the console. Documents are pages that are opened in a new tab or reloaded. Going
 * back isn't part of the round, because the browser shows the page from its cache without a request.
 * @param pick returns the id of a campaign
 */
export const visitRound = (pick: () => number): readonly Step[] => [
  overview(false),
  list(true),
  campaign(pick(), true),
  list(true),
  nextPage(true),
  campaign(pick(), true),
  overview(true),
  list(false),
  campaign(pick(), false),
];

/** The form that members submit. Only Mailroom's database stores the title. */
export const titlePath = (id: number): string => `/campaigns/${id}/title`;
