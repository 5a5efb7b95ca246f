/** Finds campaigns, customers, and templates in the campaign index for the search box. */
import 'server-only';

import type { Database } from '#lib/database/open.ts';
import { matchesPrefixes, readWords } from './index-conditions.ts';
import { type IndexedCampaign, listIndexed, readIndexed } from './index-list.ts';
import { indexedCustomers, indexedTemplates } from './schema/campaign-index.ts';

export interface IndexMatches {
  /** The campaign with the typed number comes first, then the most recently changed campaigns. */
  readonly campaigns: readonly IndexedCampaign[];
  readonly customers: readonly { readonly customerId: number; readonly email: string | null }[];
  readonly templates: readonly { readonly templateId: number; readonly name: string | null }[];
}

/**
 * Finds the campaigns, customers, and templates that match every search word. A search word matches the
 * beginning of any word.
 * @param limit the maximum number of results of each kind
 */
export async function searchIndexed(db: Database, words: string, limit: number): Promise<IndexMatches> {
  const [numbered, matching, customers, templates] = await Promise.all([
    findByNumber(db, words),
    words.trim() === ''
      ? []
      : listIndexed(db, { words }, { key: 'updated_at', direction: 'desc' }, { limit, offset: 0 }),
    findCustomersByWords(db, words, limit),
    findTemplatesByWords(db, words, limit),
  ]);
  const others = matching.filter(({ campaignId }) => campaignId !== numbered[0]?.campaignId);
  return { campaigns: [...numbered, ...others].slice(0, limit), customers, templates };
}

const NUMBER = /^\s*#?(\d{1,15})\s*$/;

async function findByNumber(db: Database, words: string): Promise<IndexedCampaign[]> {
  const number = NUMBER.exec(words)?.[1];
  if (number === undefined) return [];
  return (await readIndexed(db, [Number(number)])).filter(
    ({ goneAt, readAt }) => goneAt === null && readAt !== null,
  );
}

export async function findCustomersByWords(db: Database, typed: string, limit: number) {
  const words = await readWords(db, typed);
  if (words.length === 0) return [];
  const { customerId, email } = indexedCustomers;
  return db
    .select({ customerId, email })
    .from(indexedCustomers)
    .where(matchesPrefixes(indexedCustomers.search, words))
    .orderBy(email, customerId)
    .limit(limit);
}

export async function findTemplatesByWords(db: Database, typed: string, limit: number) {
  const words = await readWords(db, typed);
  if (words.length === 0) return [];
  const { templateId, name } = indexedTemplates;
  return db
    .select({ templateId, name })
    .from(indexedTemplates)
    .where(matchesPrefixes(indexedTemplates.search, words))
    .orderBy(name, templateId)
    .limit(limit);
}
