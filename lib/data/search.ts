/** Finds the campaigns, customers, and templates that match the search box or a filter. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { listedCampaign } from '#lib/domain/listed-campaign.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { containsWords } from '#lib/format/search-pages.ts';
import type { SearchMatches } from '#lib/format/search-results.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { findCustomersByWords, findTemplatesByWords, searchIndexed } from '#lib/store/index-search.ts';
import { store } from '#lib/store/open.ts';
import { querySavedViews } from '#lib/store/saved-views.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';

const MAX_SUGGESTIONS = 12;

/** An API token for one customer must not reveal the names of templates or of other customers. */
const isRestrictedCaller = () => (currentTokenCaller()?.customerId ?? null) !== null;

/**
 * Returns the email addresses of customers, or the names of templates, that contain words starting with the given
 * words.
 */
export async function suggestNames(
  kind: 'customer' | 'template',
  words: string,
): Promise<Outcome<readonly string[]>> {
  const allowed = await authorize(kind === 'customer' ? 'listCustomers' : 'listTemplates');
  if (!allowed.ok) return allowed;
  if (isRestrictedCaller()) return fail({ kind: 'forbidden' });
  const text = words.slice(0, INDEX_LIMITS.wordsLength);
  const db = await store();
  const names =
    kind === 'customer'
      ? (await findCustomersByWords(db, text, MAX_SUGGESTIONS)).map(({ email }) => email)
      : (await findTemplatesByWords(db, text, MAX_SUGGESTIONS)).map(({ name }) => name);
  return ok([...new Set(names.flatMap((name) => name ?? []))]);
}

/** The number of results of each kind in the search box. */
const MAX_RESULTS = 5;

export interface SearchAnswer extends SearchMatches {
  readonly freshness: Freshness;
  readonly role: Role;
}

/**
 * Finds campaigns, customers, and templates for the search box. While campaigns are being indexed, finds only what has
 * already been indexed.
 */
export function searchAll(words: string): Promise<Outcome<SearchAnswer>> {
  return runInSpan('data searchAll', {}, async () => {
    const allowed = await authorize('listCampaigns');
    if (!allowed.ok) return allowed;
    if (isRestrictedCaller()) return fail({ kind: 'forbidden' });
    const text = words.slice(0, INDEX_LIMITS.wordsLength);
    const [matches, views, freshness] = await Promise.all([
      searchIndexed(await store(), text, MAX_RESULTS),
      querySavedViews(await store(), allowed.value.id),
      readFreshness(),
    ]);
    const campaigns = matches.campaigns.map(listedCampaign);
    const found = views.filter(({ name }) => containsWords(name, text)).slice(0, MAX_RESULTS);
    return ok({ ...matches, campaigns, views: found, freshness, role: allowed.value.role });
  });
}
