import { SIZE_FACTS } from '#lib/contract/limits.ts';
import type { Input } from '#lib/contract/operations.ts';
import { presentPage, presentTemplate } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { fillVariables, variableNames } from '../render/design-variables.ts';
import { previewValues } from '../rules/template-data.ts';
import {
  findTemplate,
  findTemplateByEither,
  listTemplates,
  removeTemplate,
  updateTemplate,
} from '../store/templates.ts';
import type { Handlers } from './operation-handler.ts';
import { pagingOf } from './paging.ts';

const noSuchTemplate = (id: number | string) => new Refusal('not_found', `There is no template ${id}.`);

export const templateHandlers = {
  listTemplates: async ({ db }, input) => {
    const paging = pagingOf(input);
    const { rows, total } = await listTemplates(db, paging.offset, paging.perPage);
    return presentPage(rows.map(presentTemplate), paging, total);
  },

  getTemplate: async ({ db }, { id }) => {
    const template = await findTemplate(db, id);
    return template ? presentTemplate(template) : noSuchTemplate(id);
  },

  /** Campaigns made from it keep their artwork. */
  deleteTemplate: async ({ db }, { id }) => {
    const removed = await removeTemplate(db, id);
    return removed ? presentTemplate(removed) : noSuchTemplate(id);
  },

  updateTemplate: async ({ db, clock }, input) => {
    const refusal = designCountRefusal(input);
    if (refusal) return refusal;
    const { id, name, size, designs, description, meta_data: pairs } = input;
    const updated = await updateTemplate(db, id, {
      name,
      size,
      designs,
      variableNames: variableNames(designs),
      description,
      metaData: pairs && Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
      updatedAt: new Date(clock.now()),
    });
    return updated ? presentTemplate(updated) : noSuchTemplate(id);
  },

  previewTemplate: async ({ db }, { id, ...data }) => {
    const template = await findTemplateByEither(db, id);
    if (!template) return noSuchTemplate(id);
    const values = previewValues(data);
    const [front = '', back = ''] = template.designs.map((html) => fillVariables(html, values));
    return { front, back };
  },
} satisfies Partial<Handlers>;

function designCountRefusal({ size, designs }: Input<'updateTemplate'>): Refusal | null {
  const { designs: count, label } = SIZE_FACTS[size];
  if (designs.length === count) return null;
  const sentence = count === 1 ? 'must be one HTML document' : 'must be two HTML documents, front and back';
  return new Refusal('wrong_design_count', `The designs of a ${label} ${sentence}.`, {
    'designs[]': sentence,
  });
}
