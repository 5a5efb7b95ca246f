/**
 * Tests what Mailroom records and shows if an order changes outside Mailroom between the last read and the call that
 * pays for or sends it. Uses the embedded service over HTTP.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as exportActivity } from '#app/(console)/activity/export/route.ts';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { findRecentChange, listActivity } from '#lib/data/activity.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import { confirmCampaignChange } from '#lib/format/confirmation.ts';
import { formatCount } from '#lib/format/text.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { submitFromPage } from '../console/support/approval.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { postToProxy, REDIRECT_QUERY } from '../console/support/proxy.ts';
import {
  createDraft,
  createPaidDraft,
  currentPriceBlock,
  fetchCampaign,
  fetchCheckout,
  payByCard,
  type TestCampaign,
} from '../support/campaigns.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { type InterferingProxy, startInterferingProxy } from './interfering-proxy.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SENDER = 'sender@mailroom.test';
const ENGLISH = { zone: 'UTC', locale: 'en-US' } as const;

const harness = setUpHarness();
let service: RunningService;
let proxy: InterferingProxy;

beforeAll(async () => {
  service = await startTestService({ campaigns: 40, args: ['--no-render', '--monthly-invoice'] });
  proxy = await startInterferingProxy(service.url);
  harness.applySettings({
    DIRECTMAIL_BASE_URL: proxy.url,
    DIRECTMAIL_BASE_URL_V2: proxy.url,
    DIRECTMAIL_API_KEY: service.key,
    PAY_LINK_ORIGINS: service.url,
    DIRECTMAIL_MONTHLY_INVOICE: 'true',
    CARD_TOKENS: 'true',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'mailroom@console.test',
  });
});
afterAll(async () => {
  await proxy.close();
  await service.remove();
});
beforeEach(async () => {
  await (await store()).delete(notifications);
});

let nextCount = 2_000;

/**
 * Replaces the campaign’s recipients at the service, as another program could. Each call uses different recipients,
 * because drafts are copies of earlier tests’ campaigns.
 */
function changeRecipients(id: number, count = nextCount++) {
  const recipient = { name: `Recipient ${crypto.randomUUID()}`, address_line1: '1 Elm St' };
  return service.changeRecipients(id, [recipient], count);
}

/** Returns the fields of a checkout form, with the amounts that the checkout page shows. */
async function checkoutFields({ id }: TestCampaign) {
  const checkout = await fetchCheckout(service, id);
  const { price, credit, already_paid, to_be_paid } = currentPriceBlock(checkout);
  const sender_copy = checkout.send_copy_to_sender ? 'yes' : 'no';
  return { id: `${id}`, sender_copy, price, credit, already_paid, to_be_paid };
}

const payOnPage = async (draft: TestCampaign) =>
  submitFromPage(payAction, {
    ...(await checkoutFields(draft)),
    payment_method: 'card',
    source: 'tok_visa',
    email: 'invoice@example.com',
  });

const readAttempt = async (id: number) => (await harness.sender(() => listAttempts(id)))[0];

async function readActivity(id: number) {
  const page = await harness.sender(() => listActivity({ campaignId: id, category: 'operations' }));
  if (!page.ok) throw new Error(page.failure.kind);
  return page.value.items[0];
}

/** Returns the amounts and the mismatch in the newest row of the CSV export. */
async function readCsvRow(id: number): Promise<string> {
  const response = await harness.sender(() =>
    exportActivity(new Request(`http://x/activity/export?campaign=${id}`)),
  );
  return (await response.text()).split('\r\n')[1] ?? '';
}

/** Returns the text of the email that reports that the campaign was scheduled. */
async function readEmail(): Promise<string> {
  const db = await store();
  const [row] = await db.select().from(notifications).where(eq(notifications.kind, 'campaign.scheduled'));
  const member = await findMemberByEmail(db, SENDER);
  if (!row || !member) throw new Error('No email was queued.');
  return (await composeNotificationEmail(db, row, member))?.text ?? '';
}

async function readConfirmation(id: number): Promise<string> {
  const change = await harness.sender(() => findRecentChange({ campaignId: id }));
  if (!change) throw new Error('The change isn’t confirmed.');
  const [campaign, checkout] = await Promise.all([fetchCampaign(service, id), fetchCheckout(service, id)]);
  return confirmCampaignChange(change, campaign, checkout, ENGLISH) ?? '';
}

describe('paying for and sending an order that changed just before the call', () => {
  it('records and shows what the mail service charged, and what the member agreed to', async () => {
    const draft = await createDraft(service);
    const { recipient_count: agreedCount } = await fetchCampaign(service, draft.id);
    proxy.changeBefore('POST /pay_and_send', () => changeRecipients(draft.id));
    await payOnPage(draft);
    const { price: charged = '', recipient_count: count } = await fetchCampaign(service, draft.id);
    expect(charged).not.toBe(draft.price);
    const mismatch = [
      { part: 'price', agreed: draft.price, actual: charged },
      { part: 'recipients', agreed: `${agreedCount}`, actual: `${count}` },
    ];
    expect(await readAttempt(draft.id)).toMatchObject({ state: 'done', amount: charged, mismatch });
    expect(await readActivity(draft.id)).toMatchObject({ outcome: 'done', amount: charged, mismatch });
    expect(await readCsvRow(draft.id)).toContain(`price ${charged} instead of ${draft.price}`);
    for (const text of [await readEmail(), await readConfirmation(draft.id)]) {
      for (const part of [draft.price, charged, formatCount(count), 'You can cancel'])
        expect(text).toContain(part);
    }
  });

  it('doesn’t report a mismatch if nothing changed', async () => {
    const draft = await createDraft(service);
    await payOnPage(draft);
    expect(await readAttempt(draft.id)).toMatchObject({
      state: 'done',
      amount: draft.price,
      mismatch: null,
    });
    expect(await readEmail()).not.toMatch(/agreed/);
  });

  it('reports replaced recipients, even if their number and the price are unchanged', async () => {
    const draft = await createDraft(service);
    const { recipient_count: count = 0 } = await fetchCampaign(service, draft.id);
    proxy.changeBefore('POST /pay_and_send', () => changeRecipients(draft.id, count));
    await payOnPage(draft);
    expect(await readAttempt(draft.id)).toMatchObject({
      amount: draft.price,
      mismatch: [{ part: 'addresses' }],
    });
  });

  it('passes the service’s response through the proxy unchanged, and records the mismatch', async () => {
    const draft = await createDraft(service);
    proxy.changeBefore('POST /pay_and_send', () => changeRecipients(draft.id));
    const response = await postToProxy(harness.sender, `/v1/campaigns/${draft.id}/pay_and_send`, {
      email: 'invoice@example.com',
      source: 'tok_visa',
      send_copy_to_sender: String((await fetchCheckout(service, draft.id)).send_copy_to_sender),
    });
    expect(response.status).toBe(200);
    const returned: Campaign = await response.json();
    expect(returned.status).toBe('queued');
    expect(Object.keys(returned)).not.toContain('mismatch');
    expect(await readActivity(draft.id)).toMatchObject({
      amount: returned.price,
      mismatch: [{ part: 'price', actual: returned.price }, { part: 'recipients' }],
    });
  });

  it('records the mismatch if the response was lost and the outcome was read later', async () => {
    const draft = await createDraft(service);
    proxy.changeBefore('POST /pay_and_send', async () => {
      await changeRecipients(draft.id);
      await service.injectFaults({ operation: 'payAndSendCampaign', kind: 'drop_after' });
    });
    await payOnPage(draft);
    const { price: charged } = await fetchCampaign(service, draft.id);
    expect(await readAttempt(draft.id)).toMatchObject({
      state: 'done',
      settledBy: 'reading',
      amount: charged,
      mismatch: [{ part: 'price' }, { part: 'recipients' }],
    });
  });
});

describe('sending a campaign that changed just before the call', () => {
  it('records what will be billed on the monthly invoice', async () => {
    const draft = await createDraft(service);
    const { price, already_paid } = await checkoutFields(draft);
    proxy.changeBefore('POST /send', () => changeRecipients(draft.id));
    await submitFromPage(sendOnInvoiceAction, {
      id: `${draft.id}`,
      when: 'now',
      zone: 'UTC',
      price,
      already_paid,
    });
    const { price: billed } = await fetchCampaign(service, draft.id);
    expect(await readAttempt(draft.id)).toMatchObject({
      operation: 'sendCampaignOnInvoice',
      amount: billed,
      mismatch: [{ part: 'price', agreed: draft.price, actual: billed }, { part: 'recipients' }],
    });
  });

  it('reports that a paid campaign’s recipients were replaced', async () => {
    const draft = await createPaidDraft(service);
    const { recipient_count: count = 0 } = await fetchCampaign(service, draft.id);
    proxy.changeBefore('POST /send', () => changeRecipients(draft.id, count));
    await submitFromPage(sendAction, { id: `${draft.id}`, when: 'now', zone: 'UTC' });
    expect(await readAttempt(draft.id)).toMatchObject({ state: 'done', mismatch: [{ part: 'addresses' }] });
  });
});

it('records what the payer paid by link if the order changed after the link was created', async () => {
  const draft = await createDraft(service);
  const path = `/v1/campaigns/${draft.id}/pay?${REDIRECT_QUERY}`;
  const { link }: { link: string } = await (await postToProxy(harness.sender, path)).json();
  const { price: paid = '' } = await changeRecipients(draft.id);
  await payByCard(link);
  await harness.sender(() => readCheckout(draft.id));
  expect(await readActivity(draft.id)).toMatchObject({
    outcome: 'paid',
    amount: paid,
    mismatch: [{ part: 'price', agreed: draft.price, actual: paid }],
  });
});
