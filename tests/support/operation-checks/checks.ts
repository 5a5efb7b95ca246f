/**
 * Provides the types and helpers for each operation's checks. Three clients and a console page run
 * each operation.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Input, OperationName } from '#lib/contract/operations.ts';
import type { TemplatePage } from '#lib/contract/resources.ts';
import { createDraft, type ServiceClient, type TestCampaign } from '../campaigns.ts';
import type { ClientName } from '../clients.ts';
import type { RunningConsole } from '../console.ts';
import type { RunningService } from '../service.ts';

interface CallContext {
  readonly service: ServiceClient;
  /** The console's origin. The service redirects to this origin after a payment. */
  readonly origin: string;
}

export interface ClientCheck<N extends OperationName> {
  readonly title: string;
  readonly input: (context: CallContext) => Promise<Input<N>>;
  /** The fields and values that the response must contain. */
  readonly expected: (input: Input<N>) => Record<string, unknown>;
}

export interface PageContext {
  /** The page of a signed-in admin. */
  readonly page: Page;
  readonly service: RunningService;
  /** A console that uses the same service and bills campaigns on the monthly invoice. */
  readonly onInvoice: RunningConsole;
}

export interface PageCheck {
  readonly title: string;
  readonly run: (context: PageContext) => Promise<void>;
}

export type OperationChecks<N extends OperationName> = Readonly<Record<ClientName, ClientCheck<N>>> & {
  readonly 'console page': PageCheck;
};

/**
 * Returns the same check for all three clients.
 * @param _ the operation, from which TypeScript infers the input's type
 */
export function checkClients<N extends OperationName>(
  _: N,
  title: string,
  input: ClientCheck<N>['input'],
  expected: ClientCheck<N>['expected'],
): Record<ClientName, ClientCheck<N>> {
  const check = { title, input, expected };
  return { 'service in process': check, 'service over HTTP': check, 'proxy over HTTP': check };
}

export const checkPage = (title: string, run: PageCheck['run']): { 'console page': PageCheck } => ({
  'console page': { title, run },
});

export const CARD_PAYMENT = { email: 'invoices@brightwater.example', source: 'tok_visa' };

/**
 * Creates a paid and scheduled campaign. A single call pays for and schedules the campaign, because a client
 * in this process can't use the payment page.
 */
export async function createScheduledCampaign(service: ServiceClient): Promise<TestCampaign> {
  const campaign = await createDraft(service);
  await service.call('POST', `/v1/campaigns/${campaign.id}/pay_and_send`, CARD_PAYMENT);
  return campaign;
}

/** Creates a paid draft by canceling a scheduled campaign. A canceled campaign stays paid. */
export async function createPaidCampaign(service: ServiceClient): Promise<TestCampaign> {
  const campaign = await createScheduledCampaign(service);
  await service.call('POST', `/v1/campaigns/${campaign.id}/cancel`);
  return campaign;
}

export const scopedIds = ({ id, customerId }: TestCampaign) => ({ customer_id: customerId, id });
/** A send time that is still allowed if other tests have advanced the service's clock by a few days. */
export const inTenDays = () => new Date(Date.now() + 10 * 86_400_000).toISOString();
export const anyValue = expect.anything();

async function listTemplateIds(service: ServiceClient): Promise<readonly number[]> {
  const { items } = await service.call<TemplatePage>('GET', '/v1/templates?per_page=100');
  return items.map(({ id }) => id);
}
export const findLastTemplateId = async (service: ServiceClient) =>
  (await listTemplateIds(service)).at(-1) ?? 0;

/**
 * Runs `work` while the console can't find a campaign's customer. The console must then use paths without a
 * customer id.
 */
export async function withUnknownOwner({ service }: PageContext, work: () => Promise<void>): Promise<void> {
  const n = 1_000;
  await service.injectFaults(
    { operation: 'listCustomers', kind: 'status', status: 429, n },
    { operation: 'listCustomerCampaigns', kind: 'status', status: 429, n },
    { operation: 'getCustomerCampaign', kind: 'status', status: 404, n },
  );
  try {
    await work();
  } finally {
    await service.clearFaults();
  }
}

export const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click();
export const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 });
export const expectUrl = (page: Page, path: string | RegExp) => expect(page).toHaveURL(path);
