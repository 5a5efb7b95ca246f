import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { SIZE_FACTS } from '#lib/contract/limits.ts';
import type { operations } from '#lib/contract/operations.ts';
import type { Preview, Template, TemplatePage } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { dropCachedNames } from '#lib/owners/listings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { toUnknownUser } from '#lib/upstream/failures.ts';
import { authorize, findInputProblems, readAuthorized } from './authorize.ts';
import { NOT_READ_BACK, recordChange } from './recorded-change.ts';

export const listTemplates = (paging: { page?: number; per_page?: number }): Promise<Outcome<TemplatePage>> =>
  readAuthorized('listTemplates', paging);

export const getTemplate = (id: number): Promise<Outcome<Template>> => readAuthorized('getTemplate', { id });

/** The form of the template update (4.2). */
export type TemplateUpdate = z.output<typeof operations.updateTemplate.form>;

/** What a template's content was when somebody began to edit it: another value means that it has been changed since. */
export function templateVersion({ name, size, designs, description, meta_data }: Template): string {
  const content = JSON.stringify([name, size, designs, description, Object.entries(meta_data ?? {}).sort()]);
  return createHash('sha256').update(content).digest('base64url');
}

/**
 * Changes a template (4.2). Its documented method and path are the customer update's, so that it is read before (there has
 * to be such a template) and read back after: an answer alone proves nothing.
 * @param seen templateVersion of what the person edited; left out, whatever stands there is overwritten
 * @returns `refused` with code changed_meanwhile when it is no longer what was seen, with not_saved when the service said
 * yes and it is not what was sent
 */
export async function updateTemplate(
  id: number,
  update: TemplateUpdate,
  seen?: string,
): Promise<Outcome<Template>> {
  const allowed = await authorize('updateTemplate');
  if (!allowed.ok) return allowed;
  const wrong = findInputProblems('updateTemplate', { id, ...update });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const miscounted = designsProblem(update);
  if (miscounted) return fail({ kind: 'invalid', fields: { 'designs[]': miscounted } });
  const before = await readFromService('getTemplate', { id }, { fresh: true });
  if (!before.ok) return fail(before.failure);
  const isChanged = seen !== undefined && templateVersion(before.value) !== seen;
  // It may have been this very change, whose answer was lost: then there is nothing left to do.
  const isThere = isChanged && isAsSent(before.value, update);
  if (isChanged && !isThere) return fail({ kind: 'refused', status: 409, code: 'changed_meanwhile' });
  return recordChange(allowed.value, 'updateTemplate', { templateId: id }, () =>
    isThere ? Promise.resolve(before) : save(id, update),
  );
}

/** One side for a letter and two for every other size (2.2.1). */
function designsProblem({ size, designs }: TemplateUpdate): string | null {
  if (designs.length === SIZE_FACTS[size].designs) return null;
  return SIZE_FACTS[size].designs === 1
    ? 'must contain one design for this size'
    : 'must contain two designs for this size, front and back';
}

async function save(id: number, update: TemplateUpdate): Promise<Outcome<Template>> {
  const answer = await readFromService('updateTemplate', { id, ...update });
  if (!answer.ok && answer.effect === 'none') return fail(answer.failure);
  dropCachedNames('templates');
  const now = await readFromService('getTemplate', { id }, { fresh: true });
  if (!now.ok) return fail(answer.ok ? NOT_READ_BACK : answer.failure);
  if (isAsSent(now.value, update)) return ok(now.value);
  return fail(answer.ok ? { kind: 'refused', status: 409, code: 'not_saved' } : answer.failure);
}

/** Services may trim, and write line ends in their own way; a form sends them as CRLF. */
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

function isAsSent(now: Template, update: TemplateUpdate): boolean {
  const { name, size, designs, description, meta_data } = update;
  return (
    plain(now.name) === plain(name) &&
    now.size === size &&
    now.designs?.length === designs.length &&
    designs.every((design, side) => plain(now.designs?.[side]) === plain(design)) &&
    (description === undefined || plain(now.description) === plain(description)) &&
    (meta_data === undefined || now.meta_data === undefined || hasPairs(now.meta_data, meta_data))
  );
}

type Pairs = NonNullable<TemplateUpdate['meta_data']>;

/** In whatever order; of a key that was sent twice, either value. */
function hasPairs(now: Readonly<Record<string, string>>, sent: Pairs): boolean {
  const entries = Object.entries(now);
  const keys = new Set(sent.map(({ key }) => plain(key)));
  const wasSent = ([key, value]: readonly [string, string]) =>
    sent.some((pair) => plain(pair.key) === plain(key) && plain(pair.value) === plain(value));
  return entries.length === keys.size && entries.every(wasSent);
}

/** Deletes a template (4.2); campaigns made from it stay. The value is the deleted one. */
export async function deleteTemplate(id: number): Promise<Outcome<Template>> {
  const allowed = await authorize('deleteTemplate');
  if (!allowed.ok) return allowed;
  const before = await readFromService('getTemplate', { id }, { fresh: true });
  if (!before.ok) return fail(before.failure);
  return recordChange(allowed.value, 'deleteTemplate', { templateId: id }, () => remove(before.value));
}

async function remove(template: Template): Promise<Outcome<Template>> {
  const { id } = template;
  const answer = await readFromService('deleteTemplate', { id });
  if (!answer.ok && answer.effect === 'none') return fail(answer.failure);
  dropCachedNames('templates');
  if (answer.ok) return answer;
  const now = await readFromService('getTemplate', { id }, { fresh: true });
  const isGone = !now.ok && now.failure.kind === 'missing';
  return isGone ? ok(template) : fail(answer.failure);
}

/** The form of the preview (4.7): every field is optional. */
export type PreviewData = z.output<typeof operations.previewTemplate.form>;

/** Both sides as they would print with these values (v2, 4.7), in the signed-in member's name. @param id number or UID */
export async function previewTemplate(id: string, data: PreviewData): Promise<Outcome<Preview>> {
  const member = await authorize('previewTemplate');
  if (!member.ok) return member;
  const preview = await readAuthorized('previewTemplate', { id, ...data }, { email: member.value.email });
  return preview.ok ? preview : fail(toUnknownUser(preview.failure));
}
