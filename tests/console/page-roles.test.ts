/** Role × the 22 operations, by what pages do: their actions, posted by hand, and what they read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as campaign from '#app/(console)/campaigns/[id]/actions.ts';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { emailAction } from '#app/(console)/customers/[id]/actions.ts';
import * as template from '#app/(console)/templates/[id]/actions.ts';
import { saveAction } from '#app/(console)/templates/[id]/edit/actions.ts';
import { previewAction } from '#app/(console)/templates/[id]/preview/actions.ts';
import { mayRun, ROLES } from '#lib/auth/roles.ts';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import { type OperationName, operationNames } from '#lib/contract/operations.ts';
import { checkOut, getCampaign, listCampaigns } from '#lib/data/campaigns.ts';
import { getCustomer, listCustomers } from '#lib/data/customers.ts';
import { ownersOf } from '#lib/data/owners.ts';
import { getTemplate, listTemplates } from '#lib/data/templates.ts';
import type { FormState } from '#lib/form-state.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { type Harness, startHarness } from './support/harness.ts';
import { outcome } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { put } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

let harness: Harness;
let nextId = 1;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => {
  harness.service.requests.length = 0;
});
afterAll(() => harness.close());

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

const submit =
  (action: Action, fields: Readonly<Record<string, string>> = {}) =>
  (id: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ id: `${id}`, ...fields })) form.set(name, value);
    return outcome(() => action({}, form));
  };

/** What pages do about each operation. One that no page does anything about doesn't compile. */
const ways = {
  listCustomers: () => listCustomers({}),
  getCustomer: (id) => getCustomer(id),
  updateCustomer: submit(emailAction, { email: 'new@customer.example' }),
  listTemplates: () => listTemplates({}),
  getTemplate: (id) => getTemplate(id),
  deleteTemplate: submit(template.deleteAction),
  updateTemplate: submit(saveAction, { name: 'New', size: 'letter' }),
  listCustomerCampaigns: () => listCampaigns({ customer_id: 7 }),
  getCustomerCampaign: (id) => ownersOf([id]),
  deleteCampaign: submit(campaign.deleteAction),
  cloneCampaign: submit(campaign.cloneAction),
  cancelCustomerCampaign: submit(campaign.cancelAction),
  sendCampaign: submit(sendAction, { when: 'now' }),
  payCustomerCampaign: submit(payAction, { way: 'link' }),
  listCampaigns: () => listCampaigns({}),
  getCampaign: (id) => getCampaign(id),
  cancelCampaign: submit(campaign.cancelAction),
  payCampaign: submit(payAction, { way: 'link' }),
  payAndSendCampaign: submit(payAction, { way: 'card', source: 'tok_visa', email: 'a@b.example' }),
  checkOutCampaign: (id) => checkOut(id),
  previewTemplate: submit(previewAction),
  sendCampaignOnInvoice: submit(sendOnInvoiceAction, { when: 'now' }),
} satisfies Record<OperationName, (id: number) => Promise<unknown>>;

/** In the name of a member with this role, from a page of ours. */
async function as(who: (typeof ROLES)[number] | 'nobody', work: () => Promise<unknown>): Promise<unknown> {
  const member = who === 'nobody' ? null : await memberByEmail(await store(), `${who}@mailroom.test`);
  const cookies = member ? { [sessionCookie()]: await issueToken(member) } : {};
  return inRequest({ headers: { origin: ORIGIN }, cookies }, work);
}

const isRefused = (answer: unknown): boolean =>
  answer instanceof Map ? answer.size === 0 : JSON.stringify(answer).includes('"kind":"forbidden"');

describe.each(['nobody', ...ROLES] as const)('%s', (who) => {
  it.each(operationNames)('%s', async (name) => {
    const { id } = put(harness.service, { id: nextId++, paid: 0 });
    const answer = await as(who, () => ways[name](id));
    const may = who !== 'nobody' && mayRun(who, name);
    expect(isRefused(answer), JSON.stringify(answer)).toBe(!may);
    if (!may) expect(harness.service.requests).toEqual([]);
  });
});
