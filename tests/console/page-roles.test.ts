/** Tests that pages run each of the 22 operations only for roles with permission. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as campaignActions from '#app/(console)/campaigns/[id]/actions.ts';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { changeEmailAction } from '#app/(console)/customers/[id]/actions.ts';
import * as templateActions from '#app/(console)/templates/[id]/actions.ts';
import { saveTemplateAction } from '#app/(console)/templates/[id]/edit/actions.ts';
import { previewTemplateAction } from '#app/(console)/templates/[id]/preview/actions.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { getCampaign, getCustomerCampaign, listCampaigns, readCheckout } from '#lib/data/campaigns.ts';
import { getCustomer, listCustomers } from '#lib/data/customers.ts';
import { getTemplate, listTemplates, templateVersion } from '#lib/data/templates.ts';
import { isAllowed, type Role } from '#lib/domain/permissions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { recordOwner } from '#lib/index/scoped-read.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { CALLERS } from './support/callers.ts';
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
  harness.applySettings({ CARD_TOKENS: 'true' });
  harness.service.requests.length = 0;
});

type Action = (previous: FormState, form: FormData) => Promise<FormState>;
type Fields = Readonly<Record<string, string>>;

/**
 * Returns a function that submits a valid form to the action. @param createFields returns all fields except
 * the ID
 */
const submit =
  (action: Action, createFields: (campaign: TinyCampaign) => Fields = () => ({})) =>
  (campaign: TinyCampaign) => {
    const form = new FormData();
    const fields = { id: `${campaign.id}`, ...createFields(campaign) };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return redirectOrResult(() => action({}, form));
  };

const scheduleFields = () => ({ when: 'now', zone: 'Europe/Berlin' });
const orderFields = (campaign: TinyCampaign) => ({ sender_copy: 'no', ...orderAmounts(campaign) });
const invoiceFields = ({ price, already_paid }: ReturnType<typeof orderAmounts>) => ({ price, already_paid });

interface PageCall {
  /** Overrides for the campaign. By default, the campaign is an unpaid draft that belongs to customer 7. */
  readonly campaign?: Partial<TinyCampaign>;
  /**
   * Records the campaign's owner before the operation, so that the operation uses the path with the customer.
   */
  readonly isOwnerKnown?: true;
  readonly run: (campaign: TinyCampaign) => Promise<unknown>;
}

/**
 * How pages call each operation. Type checking fails if an operation is missing. Template operations also get
 * the campaign's ID, because the tiny service returns the campaign with that ID in place of a template.
 */
const pageCalls = {
  listCustomers: { run: () => listCustomers({}) },
  getCustomer: { run: ({ id }) => getCustomer(id) },
  updateCustomer: { run: submit(changeEmailAction, () => ({ email: 'new@customer.example' })) },
  listTemplates: { run: () => listTemplates({}) },
  getTemplate: { run: ({ id }) => getTemplate(id) },
  deleteTemplate: { run: submit(templateActions.deleteTemplateAction) },
  updateTemplate: {
    run: submit(saveTemplateAction, ({ id }) => ({
      openedVersion: templateVersion({ id }),
      name: 'New',
      size: 'postcard_4x6',
      front: '<p>',
      back: '<p>',
    })),
  },
  listCustomerCampaigns: { run: () => listCampaigns({ customer_id: 7 }) },
  getCustomerCampaign: { run: ({ id }) => getCustomerCampaign(7, id) },
  deleteCampaign: { run: submit(campaignActions.deleteCampaignAction) },
  cloneCampaign: { run: submit(campaignActions.cloneCampaignAction) },
  cancelCustomerCampaign: {
    campaign: { status: 'queued' },
    isOwnerKnown: true,
    run: submit(campaignActions.cancelCampaignAction),
  },
  sendCampaign: { campaign: { paid: 10 }, run: submit(sendAction, scheduleFields) },
  payCustomerCampaign: {
    isOwnerKnown: true,
    run: submit(payAction, (campaign) => ({ payment_method: 'link', ...orderFields(campaign) })),
  },
  listCampaigns: { run: () => listCampaigns({}) },
  getCampaign: { run: ({ id }) => getCampaign(id) },
  cancelCampaign: { campaign: { status: 'queued' }, run: submit(campaignActions.cancelCampaignAction) },
  payCampaign: {
    run: submit(payAction, (campaign) => ({ payment_method: 'link', ...orderFields(campaign) })),
  },
  payAndSendCampaign: {
    run: submit(payAction, (campaign) => ({
      payment_method: 'card',
      source: 'tok_visa',
      email: 'a@b.example',
      ...orderFields(campaign),
    })),
  },
  checkOutCampaign: { run: ({ id }) => readCheckout(id) },
  previewTemplate: { run: submit(previewTemplateAction) },
  sendCampaignOnInvoice: {
    run: submit(sendOnInvoiceAction, (campaign) => ({
      ...scheduleFields(),
      ...invoiceFields(orderAmounts(campaign)),
    })),
  },
} satisfies Record<OperationName, PageCall>;

/** Returns the method and path of the request that the operation sends to the service. */
function buildRequestLine(name: OperationName, id: number): string {
  const { method, path } = operations[name];
  return `${method} ${path.replace('{customer_id}', '7').replace('{id}', `${id}`)}`;
}

/**
 * Runs `work` in a request from a console page. The request has the session of a member with `role`, or no
 * session if `role` is undefined.
 */
async function runAs(role: Role | undefined, work: () => Promise<unknown>): Promise<unknown> {
  const member = role && (await findMemberByEmail(await store(), `${role}@mailroom.test`));
  const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
  return inRequest({ headers: { origin: ORIGIN }, cookies }, work);
}

const isForbidden = (result: unknown): boolean => JSON.stringify(result).includes('"kind":"forbidden"');

describe.each(CALLERS)('%s', (_, role) => {
  it.each(operationNames)('can run %s from a page only if the role has permission', async (name) => {
    const call: PageCall = pageCalls[name];
    const campaign = addCampaign(harness.service, { id: nextId++, paid: 0, ...call.campaign });
    if (call.isOwnerKnown) await recordOwner(campaign.customer, [campaign]);
    const result = await runAs(role, () => call.run(campaign));
    const hasPermission = role !== undefined && isAllowed(role, name);
    expect(isForbidden(result), JSON.stringify(result)).toBe(!hasPermission);
    if (hasPermission)
      expect(harness.service.requestLines(), JSON.stringify(result)).toContain(
        buildRequestLine(name, campaign.id),
      );
    else expect(harness.service.requests).toEqual([]);
  });
});
