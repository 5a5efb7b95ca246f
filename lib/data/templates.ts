import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { operations } from '#lib/contract/operations.ts';
import type { Preview, Template, TemplatePage } from '#lib/contract/resources.ts';
import { SIZE_FACTS } from '#lib/contract/sizes.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { dropCachedNames } from '#lib/index/names.ts';
import { readFromService, sendToService, toOutcome } from '#lib/upstream/client.ts';
import { toUnknownUser } from '#lib/upstream/failures.ts';
import { authorize, readAuthorized, refuseInvalidInput } from './authorize.ts';
import { recordOperation, saveAndReadBack } from './recorded-operation.ts';

export const listTemplates = (paging: { page?: number; per_page?: number }): Promise<Outcome<TemplatePage>> =>
  readAuthorized('listTemplates', paging);

export const getTemplate = (id: number): Promise<Outcome<Template>> => readAuthorized('getTemplate', { id });

/** The template update's form fields (4.2). */
export type TemplateUpdate = z.output<typeof operations.updateTemplate.form>;

/** Returns a hash of a template's content. A different hash means that the template has changed. */
export function templateVersion({ name, size, designs, description, meta_data }: Template): string {
  const content = JSON.stringify([name, size, designs, description, Object.entries(meta_data ?? {}).sort()]);
  return createHash('sha256').update(content).digest('base64url');
}

/**
 * Changes a template (4.2) and reads the template back. First makes sure that the template exists, because
 * the template update shares its method and path with the customer update. Fails with `refused` and the code
 * `changed_meanwhile`, `not_saved`, or `not_read_back`.
 * @param seen the version of the template that the member edited, from templateVersion. If omitted, the
 * template is overwritten even if it has changed.
 */
export async function updateTemplate(
  id: number,
  update: TemplateUpdate,
  seen?: string,
): Promise<Outcome<Template>> {
  const allowed = await authorize('updateTemplate');
  if (!allowed.ok) return allowed;
  const invalid = refuseInvalidInput('updateTemplate', { id, ...update });
  if (invalid) return fail(invalid);
  const countProblem = checkDesignCount(update);
  if (countProblem) return fail({ kind: 'invalid', fields: { 'designs[]': countProblem } });
  const before = await readFromService('getTemplate', { id }, { fresh: true });
  if (!before.ok) return before;
  const isChanged = seen !== undefined && templateVersion(before.value) !== seen;
  // No call is needed if an earlier request saved the same update but its response was lost.
  const isAlreadySaved = isChanged && isSavedAs(before.value, update);
  if (isChanged && !isAlreadySaved) return fail({ kind: 'refused', status: 409, code: 'changed_meanwhile' });
  return recordOperation(allowed.value, 'updateTemplate', { templateId: id }, () =>
    isAlreadySaved ? Promise.resolve(before) : saveTemplate(id, update),
  );
}

/** Returns null if the number of designs is correct for the size (2.2.1). */
function checkDesignCount({ size, designs }: TemplateUpdate): string | null {
  if (designs.length === SIZE_FACTS[size].designs) return null;
  return SIZE_FACTS[size].designs === 1
    ? 'must contain one design for this size'
    : 'must contain two designs for this size, front and back';
}

const saveTemplate = (id: number, update: TemplateUpdate): Promise<Outcome<Template>> =>
  saveAndReadBack({
    names: 'templates',
    send: () => sendToService('updateTemplate', { id, ...update }),
    readBack: () => readFromService('getTemplate', { id }, { fresh: true }),
    isSaved: (template) => isSavedAs(template, update),
  });

/**
 * Normalizes text for comparison. The service may trim text and change line endings, and browsers submit
 * CRLF.
 */
const normalize = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

function isSavedAs(now: Template, update: TemplateUpdate): boolean {
  const { name, size, designs, description, meta_data } = update;
  return (
    normalize(now.name) === normalize(name) &&
    now.size === size &&
    now.designs?.length === designs.length &&
    designs.every((design, side) => normalize(now.designs?.[side]) === normalize(design)) &&
    (description === undefined || normalize(now.description) === normalize(description)) &&
    (meta_data === undefined || now.meta_data === undefined || hasPairs(now.meta_data, meta_data))
  );
}

type Pairs = NonNullable<TemplateUpdate['meta_data']>;

/**
 * Whether the saved key-value pairs match the pairs that were sent, in any order. If the same key was sent
 * twice, the service may save either of its values.
 */
function hasPairs(now: Readonly<Record<string, string>>, sent: Pairs): boolean {
  const entries = Object.entries(now);
  const keys = new Set(sent.map(({ key }) => normalize(key)));
  const wasSent = ([key, value]: readonly [string, string]) =>
    sent.some((pair) => normalize(pair.key) === normalize(key) && normalize(pair.value) === normalize(value));
  return entries.length === keys.size && entries.every(wasSent);
}

/**
 * Deletes a template (4.2). Campaigns that are based on the template aren't deleted. Returns the deleted
 * template.
 */
export async function deleteTemplate(id: number): Promise<Outcome<Template>> {
  const allowed = await authorize('deleteTemplate');
  if (!allowed.ok) return allowed;
  const before = await readFromService('getTemplate', { id }, { fresh: true });
  if (!before.ok) return before;
  return recordOperation(allowed.value, 'deleteTemplate', { templateId: id }, () =>
    deleteAndReadBack(before.value),
  );
}

async function deleteAndReadBack(template: Template): Promise<Outcome<Template>> {
  const { id } = template;
  const response = await sendToService('deleteTemplate', { id });
  if (!response.ok && response.effect === 'none') return toOutcome(response);
  dropCachedNames('templates');
  if (response.ok) return response;
  const now = await readFromService('getTemplate', { id }, { fresh: true });
  const isGone = !now.ok && now.failure.kind === 'missing';
  return isGone ? ok(template) : toOutcome(response);
}

/** The preview's form fields (4.7). All fields are optional. */
export type PreviewData = z.output<typeof operations.previewTemplate.form>;

/**
 * Renders both sides of a template with the given values (v2, 4.7).
 * @param id the template's id or UID
 */
export async function previewTemplate(id: string, data: PreviewData): Promise<Outcome<Preview>> {
  const member = await authorize('previewTemplate');
  if (!member.ok) return member;
  const invalid = refuseInvalidInput('previewTemplate', { id, ...data });
  if (invalid) return fail(invalid);
  const preview = await sendToService('previewTemplate', { id, ...data }, { email: member.value.email });
  return preview.ok ? preview : fail(toUnknownUser(preview.failure));
}
