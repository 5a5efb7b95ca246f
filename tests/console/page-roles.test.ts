/** Role × the 22 operations, by what pages do: their actions, posted by hand, and what they read. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as campaign from '#app/(console)/campaigns/[id]/actions.ts';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { changeEmailAction } from '#app/(console)/customers/[id]/actions.ts';
import * as template from '#app/(console)/templates/[id]/actions.ts';
import { saveTemplateAction } from '#app/(console)/templates/[id]/edit/actions.ts';
import { previewTemplateAction } from '#app/(console)/templates/[id]/preview/actions.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { readCheckout, getCampaign, getCustomerCampaign, listCampaigns } from '#lib/data/campaigns.ts';
import { getCustomer, listCustomers } from '#lib/data/customers.ts';
import { getTemplate, listTemplates, templateVersion } from '#lib/data/templates.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { recordOwner } from '#lib/owners/scoped-call.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

type Action = (previous: FormState, form: FormData) => Promise<FormState>;
type Fields = Readonly<Record<string, string>>;

/** A whole form: but for the role, nothing is wrong with it. @param fieldsOf what it holds besides the id */
const submit =
  (action: Action, fieldsOf: (campaign: TinyCampaign) => Fields = () => ({})) =>
  (campaign: TinyCampaign) => {
    const form = new FormData();
    const fields = { id: `${campaign.id}`, ...fieldsOf(campaign) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return redirectOrResult(() => action({}, form));
  };

const now = () => ({ when: 'now', zone: 'Europe/Berlin' });
const order = (campaign: TinyCampaign) => ({ sender_copy: 'no', ...orderAmounts(campaign) });
const billed = ({ price, already_paid }: ReturnType<typeof orderAmounts>) => ({ price, already_paid });

interface Way {
  /** How the campaign is; a draft to be paid of customer 7 when left out. */
  readonly campaign?: Partial<TinyCampaign>;
  /** Whether the index knows whose it is, so that it is done under the customer's path. */
  readonly isKnown?: true;
  readonly go: (campaign: TinyCampaign) => Promise<unknown>;
}

/**
 * What pages do about each operation. One that no page does anything about doesn't compile. The tiny service shows its
 * campaigns as templates too, with nothing in them but a number.
 */
const ways = {
  listCustomers: { go: () => listCustomers({}) },
  getCustomer: { go: ({ id }) => getCustomer(id) },
  updateCustomer: { go: submit(changeEmailAction, () => ({ email: 'new@customer.example' })) },
  listTemplates: { go: () => listTemplates({}) },
  getTemplate: { go: ({ id }) => getTemplate(id) },
  deleteTemplate: { go: submit(template.deleteTemplateAction) },
  updateTemplate: {
    go: submit(saveTemplateAction, ({ id }) => ({
      openedVersion: templateVersion({ id }),
      name: 'New',
      size: 'postcard_4x6',
      front: '<p>',
      back: '<p>',
    })),
  },
  listCustomerCampaigns: { go: () => listCampaigns({ customer_id: 7 }) },
  getCustomerCampaign: { go: ({ id }) => getCustomerCampaign(7, id) },
  deleteCampaign: { go: submit(campaign.deleteCampaignAction) },
  cloneCampaign: { go: submit(campaign.cloneCampaignAction) },
  cancelCustomerCampaign: {
    campaign: { status: 'queued' },
    isKnown: true,
    go: submit(campaign.cancelCampaignAction),
  },
  sendCampaign: { campaign: { paid: 10 }, go: submit(sendAction, now) },
  payCustomerCampaign: {
    isKnown: true,
    go: submit(payAction, (campaign) => ({ payment_method: 'link', ...order(campaign) })),
  },
  listCampaigns: { go: () => listCampaigns({}) },
  getCampaign: { go: ({ id }) => getCampaign(id) },
  cancelCampaign: { campaign: { status: 'queued' }, go: submit(campaign.cancelCampaignAction) },
  payCampaign: { go: submit(payAction, (campaign) => ({ payment_method: 'link', ...order(campaign) })) },
  payAndSendCampaign: {
    go: submit(payAction, (campaign) => ({
      payment_method: 'card',
      source: 'tok_visa',
      email: 'a@b.example',
      ...order(campaign),
    })),
  },
  checkOutCampaign: { go: ({ id }) => readCheckout(id) },
  previewTemplate: { go: submit(previewTemplateAction) },
  sendCampaignOnInvoice: {
    go: submit(sendOnInvoiceAction, (campaign) => ({ ...now(), ...billed(orderAmounts(campaign)) })),
  },
} satisfies Record<OperationName, Way>;

/** The request that carries an operation out. */
function lineOf(name: OperationName, id: number): string {
  const { method, path } = operations[name];
  return `${method} ${path.replace('{customer_id}', '7').replace('{id}', `${id}`)}`;
}

/** In the name of a member with this role, from a page of ours. */
async function as(who: (typeof ROLES)[number] | 'nobody', work: () => Promise<unknown>): Promise<unknown> {
  const member = who === 'nobody' ? null : await findMemberByEmail(await store(), `${who}@mailroom.test`);
  const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
  return inRequest({ headers: { origin: ORIGIN }, cookies }, work);
}

const isRefused = (answer: unknown): boolean => JSON.stringify(answer).includes('"kind":"forbidden"');

describe.each(['nobody', ...ROLES] as const)('%s', (who) => {
  it.each(operationNames)('%s', async (name) => {
    const way: Way = ways[name];
    const made = addCampaign(harness.service, { id: nextId++, paid: 0, ...way.campaign });
    if (way.isKnown) await recordOwner(made.customer, [made]);
    const answer = await as(who, () => way.go(made));
    const may = who !== 'nobody' && isAllowed(who, name);
    expect(isRefused(answer), JSON.stringify(answer)).toBe(!may);
    if (may) expect(harness.service.lines(), JSON.stringify(answer)).toContain(lineOf(name, made.id));
    else expect(harness.service.requests).toEqual([]);
  });
});
