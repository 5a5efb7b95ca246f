/**
 * Confirms changes on the page that the member sees next. A redirect after a change adds the `done` parameter
 * to the page's URL. The parameter contains the id of the changed campaign, customer, or template, or the name
 * of another change, such as `password`. Anyone can edit or share the URL, so the page shows a confirmation
 * only if the activity log shows that the signed-in member just made the change.
 */
import 'server-only';
import { redirect } from 'next/navigation';
import { findRecentChange } from '#lib/data/activity.ts';
import type { ChangeSubject, RecentChange } from '#lib/domain/recent-change.ts';
import { paramValues, type SearchParams } from '#lib/forms/query.ts';
import { parseId } from '#lib/http/responses.ts';

/**
 * Redirects to the page that confirms a change.
 * @param path the page's path, without a query
 * @param done the value of the `done` parameter
 */
export function redirectAndConfirm(path: string, done: number | string): never {
  redirect(`${path}?${new URLSearchParams({ done: String(done) })}`);
}

type SubjectKind = ChangeSubject extends infer S ? (S extends unknown ? keyof S : never) : never;

const toSubject = {
  campaignId: (id) => ({ campaignId: id }),
  customerId: (id) => ({ customerId: id }),
  templateId: (id) => ({ templateId: id }),
} satisfies Record<SubjectKind, (id: number) => ChangeSubject>;

export interface ConfirmedChange extends RecentChange {
  /** The id of the campaign, customer, or template that was changed. */
  readonly subjectId: number;
}

/** Finds the change that the page's URL refers to, if the signed-in member made it within the last minute. */
export async function findConfirmedChange(
  kind: SubjectKind,
  params: SearchParams,
): Promise<ConfirmedChange | undefined> {
  const [done, ...others] = paramValues(params, 'done');
  const subjectId = done === undefined || others.length > 0 ? null : parseId(done);
  if (subjectId === null) return undefined;
  const change = await findRecentChange(toSubject[kind](subjectId));
  return change && { ...change, subjectId };
}
