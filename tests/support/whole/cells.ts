/** What the cells of the whole interface's table are made of. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { TemplatePage } from '#lib/contract/resources.ts';
import { type Callable, newDraft, type Own } from '../campaigns.ts';
import type { DoorName } from '../clients.ts';
import type { Console } from '../console.ts';
import type { Service } from '../service.ts';

interface About {
  readonly service: Callable;
  /** The console's: where people come back to from paying. */
  readonly origin: string;
}

export interface DoorCell<N extends OperationName> {
  readonly covers: string;
  readonly input: (about: About) => Promise<Input<N>>;
  /** What the answer has to hold. */
  readonly answer: (input: Input<N>) => Record<string, unknown>;
}

export interface Visit {
  /** Of an admin who is signed in. */
  readonly page: Page;
  readonly service: Service;
  readonly onInvoice: Console;
}

export interface PageCell {
  readonly covers: string;
  readonly use: (visit: Visit) => Promise<void>;
}

export type Row<N extends OperationName> = Readonly<Record<DoorName, DoorCell<N>>> & {
  readonly 'console page': PageCell;
};

export function asks<N extends OperationName>(
  _: N,
  covers: string,
  input: DoorCell<N>['input'],
  answer: DoorCell<N>['answer'],
): Record<DoorName, DoorCell<N>> {
  const cell = { covers, input, answer };
  return { 'service in process': cell, 'service over HTTP': cell, 'proxy over HTTP': cell };
}

export const uses = (covers: string, use: PageCell['use']): { 'console page': PageCell } => ({
  'console page': { covers, use },
});

export const card = { email: 'invoices@brightwater.example', source: 'tok_visa' };

export async function queued(service: Callable): Promise<Own> {
  const own = await newDraft(service);
  await service.call('POST', `/v1/campaigns/${own.id}/pay_and_send`, card);
  return own;
}

export async function paid(service: Callable): Promise<Own> {
  const own = await queued(service);
  await service.call('POST', `/v1/campaigns/${own.id}/cancel`);
  return own;
}

export const scoped = ({ id, customerId }: Own) => ({ customer_id: customerId, id });
export const later = () => new Date(Date.now() + 3 * 86_400_000).toISOString();
export const something = expect.anything();

async function templates(service: Callable): Promise<readonly number[]> {
  const { items } = await service.call<TemplatePage>('GET', '/v1/templates?per_page=100');
  return items.map(({ id }) => id);
}
export const lastTemplate = async (service: Callable) => (await templates(service)).at(-1) ?? 0;

/** Nobody can tell whose campaign it is while `work` is done: what has a path without a customer goes there. */
export async function ownerless({ service }: Visit, work: () => Promise<void>): Promise<void> {
  const n = 1_000;
  await service.break(
    { operation: 'listCustomers', kind: 'status', status: 429, n },
    { operation: 'listCustomerCampaigns', kind: 'status', status: 429, n },
    { operation: 'getCustomerCampaign', kind: 'status', status: 404, n },
  );
  try {
    await work();
  } finally {
    await service.mend();
  }
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();
export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const isAt = (page: Page, path: string | RegExp) => expect(page).toHaveURL(path);
