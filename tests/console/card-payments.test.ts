/** Tests card payments in the checkout form, with each of the settings for entering a card. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { readCardEntry } from '#lib/data/card-entry.ts';
import { OUTDATED_FORM } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { captureLog } from './support/log.ts';
import type { Settings } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const log = captureLog();
let nextId = 1;
beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
});

const FORM: Settings = { CARD_FIELDS_URL: 'https://cards.example/form' };
const TOKEN: Settings = { CARD_TOKENS: 'true' };

const addUnpaid = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });

const pay = (campaign: TinyCampaign, fields: Readonly<Record<string, string>>, email?: string) =>
  submitFromPage(
    payAction,
    {
      id: `${campaign.id}`,
      sender_copy: 'no',
      ...orderAmounts(campaign),
      payment_method: 'card',
      email: 'invoice@b.example',
      ...fields,
    },
    email,
  ) as Promise<FormState & { readonly to?: string }>;

const countPayments = () =>
  harness.service.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/pay_and_send'))
    .length;

/** Returns the tables with a row that contains the text. */
async function findTablesWith(text: string): Promise<string[]> {
  const db = await store();
  const read = async (query: string) => (await db.execute(query)) as unknown as { rows: { text: string }[] };
  const { rows: tables } = await read(
    "select table_name as text from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  expect(tables.length).toBeGreaterThan(20);
  const found = await Promise.all(
    tables.map(async ({ text: table }) => {
      const { rows } = await read(`select t::text as text from "${table}" as t`);
      return rows.some((row) => row.text.includes(text)) ? [table] : [];
    }),
  );
  return found.flat();
}

describe('card entry', () => {
  it('uses the card form, a token, or neither, depending on the settings', () => {
    expect(readCardEntry()).toBeUndefined();
    harness.applySettings(TOKEN);
    expect(readCardEntry()).toEqual({ kind: 'token' });
    harness.applySettings(FORM);
    expect(readCardEntry()).toEqual({ kind: 'form', url: 'https://cards.example/form' });
  });
});

describe('paying by card', () => {
  it.each([
    ['the card form', FORM],
    ['a token', TOKEN],
  ])('sends the card token once with %s, and never stores or logs it', async (_, settings) => {
    harness.applySettings(settings);
    const source = `tok_canary_${crypto.randomUUID()}`;
    const result = await pay(addUnpaid(), { source });
    expect(result.to).toMatch(/^\/campaigns\/\d+\?done=/);
    const sent = harness.service.requests.filter(({ body }) => body.includes(source));
    expect(sent).toHaveLength(1);
    expect(await findTablesWith(source)).toEqual([]);
    expect(JSON.stringify(result)).not.toContain(source);
    expect(log.readText()).not.toContain(source);
  });

  it('is refused if neither the card form nor tokens are set up, even if the form is forged', async () => {
    expect(await pay(addUnpaid(), { source: 'tok_visa' })).toMatchObject({ message: OUTDATED_FORM });
    expect(countPayments()).toBe(0);
  });

  it.each([
    ['form', FORM, 'Enter your card.'],
    ['token', TOKEN, 'Enter a card token.'],
  ])('requires a card, and says so beside the %s', async (_, settings, sentence) => {
    harness.applySettings(settings);
    expect(await pay(addUnpaid(), {})).toMatchObject({ fields: { source: sentence } });
    expect(countPayments()).toBe(0);
  });

  it.each([
    ['4242 4242 4242 4242', 'This looks like a card number. Enter a card token instead.'],
    ['4242424242424242', 'This looks like a card number. Enter a card token instead.'],
    ['tok visa', 'Enter a card token. A token contains no spaces.'],
    ['tok_vïsa', 'Enter a card token. A token contains no spaces.'],
    ['x'.repeat(501), expect.stringContaining('500')],
  ])('refuses the token %s, and doesn’t return it', async (source, sentence) => {
    harness.applySettings(TOKEN);
    const result = await pay(addUnpaid(), { source });
    expect(result.fields).toEqual({ source: sentence });
    expect(JSON.stringify(result)).not.toContain(source);
    expect(countPayments()).toBe(0);
  });

  it('is refused for a viewer', async () => {
    harness.applySettings(FORM);
    const result = await pay(addUnpaid(), { source: 'tok_visa' }, 'viewer@mailroom.test');
    expect(result.failure).toEqual({ kind: 'forbidden' });
    expect(countPayments()).toBe(0);
  });

  it('doesn’t use the token of a form that pays with credits', async () => {
    harness.applySettings(TOKEN);
    const result = await pay(addUnpaid({ credit: 10 }), { payment_method: 'credits', source: 'tok_visa' });
    expect(result.to).toBeDefined();
    expect(harness.service.requests.some(({ body }) => body.includes('tok_visa'))).toBe(false);
  });

  it('can’t be bypassed by a form that falsely claims that credits cover the order', async () => {
    const result = await pay(addUnpaid(), { payment_method: 'credits' });
    expect(result.failure).toEqual({ kind: 'refused', status: 402, code: 'payment_required' });
    expect(countPayments()).toBe(0);
  });
});
