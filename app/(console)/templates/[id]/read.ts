import 'server-only';
import { cache } from 'react';
import type { Template } from '#lib/contract/resources.ts';
import { getTemplate } from '#lib/data/templates.ts';
import type { Outcome } from '#lib/outcome.ts';
import { unread } from '../../enter.ts';

/** Read once a request. */
export const readTemplate = cache(async (id: number): Promise<Outcome<Template>> => {
  const template = await getTemplate(id);
  return template.ok ? template : unread(template.failure);
});
