/** Templates as a test wants them: the service makes none, so those that it has are rewritten. */
import type { Template } from '#lib/contract/resources.ts';
import type { Service } from './service.ts';

type Change = Required<Pick<Template, 'name' | 'size' | 'designs'>> &
  Pick<Template, 'description' | 'meta_data'>;

/** Each key stands once for each of its values, which a record of fields can't say. */
export async function putTemplate(service: Service, id: number, change: Change): Promise<void> {
  const { name = '', size = '', designs = [], description, meta_data = {} } = change;
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

export const readTemplate = (service: Service, id: number): Promise<Template> =>
  service.call('GET', `/v1/templates/${id}`);
