/** Overwrites existing templates for tests, because the API can't create templates. */
import type { Template } from '#lib/contract/resources.ts';
import type { RunningService } from './service.ts';

type TemplateContent = Required<Pick<Template, 'name' | 'size' | 'designs'>> &
  Pick<Template, 'description' | 'meta_data'>;

/**
 * Overwrites a template. RunningService.call can't be used, because its form parameter can't repeat a field.
 */
export async function rewriteTemplate(
  service: RunningService,
  id: number,
  content: TemplateContent,
): Promise<void> {
  const { name = '', size = '', designs = [], description, meta_data = {} } = content;
  const form = new URLSearchParams({ name, size });
  for (const html of designs) form.append('designs[]', html);
  if (description !== undefined) form.append('description', description);
  for (const [key, value] of Object.entries(meta_data)) {
    form.append('meta_data[][key]', key);
    form.append('meta_data[][value]', value);
  }
  const response = await fetch(`${service.url}/v1/customers/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.key}` },
    body: form,
  });
  if (!response.ok) throw new Error(`PUT template ${id}: ${response.status} ${await response.text()}`);
}

export const fetchTemplate = (service: RunningService, id: number): Promise<Template> =>
  service.call('GET', `/v1/templates/${id}`);
