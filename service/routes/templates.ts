import type { Input } from '#lib/contract/operations.ts';
import { SIZE_FACTS } from '#lib/contract/sizes.ts';
import { presentPage, presentTemplate } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { fillVariables, findVariableNames } from '../render/design-variables.ts';
import { readPreviewVariables } from '../rules/template-data.ts';
import {
  deleteTemplateRow,
  findTemplate,
  findTemplateByIdOrUid,
  queryTemplates,
  updateTemplateRow,
} from '../store/templates.ts';
import type { Handlers } from './operation-handler.ts';
import { readPagination } from './paging.ts';

const templateNotFound = (id: number | string) => new Refusal('not_found', `Template ${id} was not found.`);

export const templateHandlers = {
  listTemplates: async ({ db }, input) => {
    const paging = readPagination(input);
    const { rows, total } = await queryTemplates(db, paging.offset, paging.perPage);
    return presentPage(rows.map(presentTemplate), paging, total);
  },

  getTemplate: async ({ db }, { id }) => {
    const template = await findTemplate(db, id);
    return template ? presentTemplate(template) : templateNotFound(id);
  },

  /** Campaigns based on the template keep their artwork. */
  deleteTemplate: async ({ db }, { id }) => {
    const removed = await deleteTemplateRow(db, id);
    return removed ? presentTemplate(removed) : templateNotFound(id);
  },

  updateTemplate: async ({ db, clock }, input) => {
    const refusal = checkDesignCount(input);
    if (refusal) return refusal;
    const { id, name, size, designs, description, meta_data: pairs } = input;
    const updated = await updateTemplateRow(db, id, {
      name,
      size,
      designs,
      variableNames: findVariableNames(designs),
      description,
      metaData: pairs && Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
      updatedAt: new Date(clock.now()),
    });
    return updated ? presentTemplate(updated) : templateNotFound(id);
  },

  previewTemplate: async ({ db }, { id, ...data }) => {
    const template = await findTemplateByIdOrUid(db, id);
    if (!template) return templateNotFound(id);
    const values = readPreviewVariables(data);
    const [front = '', back = ''] = template.designs.map((html) => fillVariables(html, values));
    return { front, back };
  },
} satisfies Partial<Handlers>;

function checkDesignCount({ size, designs }: Input<'updateTemplate'>): Refusal | null {
  const { designs: count, label } = SIZE_FACTS[size];
  if (designs.length === count) return null;
  const problem = count === 1 ? 'must be one HTML document' : 'must be two HTML documents, front and back';
  return new Refusal('wrong_design_count', `Designs for ${label} ${problem}.`, {
    'designs[]': problem,
  });
}
