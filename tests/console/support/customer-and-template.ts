/** A mail service with customer 5 and template 5, which are updated through the same PUT endpoint. */
import { beforeAll, beforeEach } from 'vitest';
import type { Customer, Template } from '#lib/contract/resources.ts';
import type { Harness } from './harness.ts';
import { type RecordedRequest, respondJson } from './recorder.ts';

/**
 * How the service handles writes. If the value is a number, the service rejects writes with that HTTP status.
 */
type WriteBehavior =
  | 'as documented'
  | 'drop after'
  | 'drop before'
  | 'respond without saving'
  | 'update the customer'
  | number;

export interface StoredResources {
  customer: Customer;
  template: Template;
  writeBehavior: WriteBehavior;
}

const initialResources = (): StoredResources => ({
  customer: {
    ...({ created_at: '2026-01-01T00:00:00Z' } as Customer),
    id: 5,
    email: 'old@brightwater.example',
  },
  template: {
    ...({ meta_data: {} } as Template),
    id: 5,
    name: 'Winter',
    size: 'letter',
    designs: ['<p>old'],
  },
  writeBehavior: 'as documented',
});

/**
 * Serves a customer and a template to the calling test file. Both resources are restored before each test.
 */
export function setUpCustomerAndTemplate(harness: Harness): StoredResources {
  const stored = initialResources();
  beforeAll(() => serveResources(harness, stored));
  beforeEach(() => {
    Object.assign(stored, initialResources());
    harness.service.requests.length = 0;
  });
  return stored;
}

function serveResources({ service }: Harness, stored: StoredResources): void {
  service.respondWith((request, response) => {
    const { method, url } = request;
    const { customer, template, writeBehavior } = stored;
    if (method === 'GET' && /^\/v1\/(customers|templates)\?/.test(url)) {
      const items = url.includes('customers') ? [customer] : [template];
      return respondJson(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
    }
    const resource = url.startsWith('/v1/customers') ? customer : template;
    if (method === 'GET') {
      return resource.id === 5
        ? respondJson(response, resource)
        : respondJson(response, { error: { code: 'not_found' } }, 404);
    }
    if (typeof writeBehavior === 'number') {
      const code = writeBehavior === 422 ? 'email_taken' : 'rejected';
      return respondJson(response, { error: { code } }, writeBehavior);
    }
    if (writeBehavior === 'drop before') return response.socket?.destroy();
    if (method === 'DELETE') stored.template = { ...template, id: 6 };
    const updated = method === 'PUT' ? applyUpdate(request, stored) : resource;
    return writeBehavior === 'drop after' ? response.socket?.destroy() : respondJson(response, updated);
  });
}

/** Updates the customer or the template, depending on the form's fields. @returns the response body */
function applyUpdate({ url, body }: RecordedRequest, stored: StoredResources): unknown {
  const form = new URLSearchParams(body);
  const isCustomer = form.has('email') || stored.writeBehavior === 'update the customer';
  if (stored.writeBehavior !== 'respond without saving') {
    if (isCustomer) {
      stored.customer = { ...stored.customer, email: form.get('email') ?? form.get('name') ?? '' };
    } else {
      const text = (name: string) => form.get(name) ?? undefined;
      stored.template = {
        ...stored.template,
        name: text('name'),
        size: text('size'),
        description: text('description'),
        designs: form.getAll('designs[]').map((html) => html.trim()),
      };
    }
  }
  return isCustomer && !url.includes('template') ? stored.customer : stored.template;
}
