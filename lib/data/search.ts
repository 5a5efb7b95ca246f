/** Finds campaigns, customers, and templates by their words, for the search box and the filters. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { findCustomersByWords, findTemplatesByWords } from '#lib/store/index-search.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

const MAX_SUGGESTIONS = 12;

/** An API token for one customer must not learn the names of other customers, or of templates. */
const isRestrictedCaller = () => (currentTokenCaller()?.customerId ?? null) !== null;

/** Returns the email addresses of customers, or the names of templates, with words that start with the given words. */
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
