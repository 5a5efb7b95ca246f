import 'server-only';
import { cache } from 'react';
import type { Template } from '#lib/contract/resources.ts';
import { getTemplate } from '#lib/data/templates.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

/** Reads a template once per request, so that the page and the page's metadata share one call. */
export const loadTemplate = cache(async (id: number): Promise<Outcome<Template>> => {
  const template = await getTemplate(id);
  return template.ok ? template : notFoundOrForbidden(template.failure);
});
