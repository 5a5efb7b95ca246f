import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftRow, NO_CREDIT, openService, type TestService, WITH_CREDIT } from './fixture.ts';

let service: TestService;
let nextId = 1;
beforeAll(async () => {
  const rows = Array.from({ length: 20 }, (_, i) =>
    draftRow({ customerId: i === 19 ? WITH_CREDIT : NO_CREDIT }),
  );
  service = await openService({ rows, credits: [0, 50_000], controls: true });
});
afterAll(() => service.close());

const RETURN_URI = 'https://console.example/pay/return?state=a%20b&x=<y>';

async function openPayment(id = nextId++, redirect_uri = RETURN_URI) {
  const { link } = (await service.call('payCampaign', { id, redirect_uri })).body;
  if (!link) throw new Error('The response has no payment link.');
  return { id, link };
}
const validForm = {
  number: '4242424242424242',
  expiry: '12/30',
  code: '123',
  name: 'Ada Vale',
  amount: '112710',
};
const pay = (link: string, form: Partial<typeof validForm> = {}) =>
  service.request(link, { method: 'POST', body: new URLSearchParams({ ...validForm, ...form }) });
const readAlert = (text: string) =>
  /<(\w+) class="problem"[^>]*>(.*?)<\/\1>/s.exec(text)?.[2]?.replace(/<[^>]+>/g, '');
const CARD_INPUT = /<input id="(\w+)" name="\1" value="([^"]*)"[^>]*>/g;
const readValues = (text: string) =>
  Object.fromEntries([...text.matchAll(CARD_INPUT)].map(([, name, value]) => [name, value]));
const listInvalidFields = (text: string) =>
  [...text.matchAll(CARD_INPUT)].flatMap(([tag, name]) =>
    tag.includes('aria-invalid="true"') ? [name] : [],
  );
const readAmountDue = async (id: number) =>
  (await service.call('checkOutCampaign', { id })).body.without_sender?.to_be_paid;

describe('the payment form', () => {
  test('shows the order’s rows without using scripts', async () => {
    const { link } = await openPayment(20);
    expect(link).toMatch(/^http:\/\/service\.test\/pay\/[\w-]{32}$/);
    const { status, text } = await service.request(link);
    const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    expect(status).toBe(200);
    expect(words).toContain('“Just listed” #20');
    expect(words).toContain('1,326 postcards, 6 × 9 in, first class');
    expect(words).toMatch(
      /Postcards \(1,326 × \$0\.85\) \$1,127\.10 First Class Postage Free Credits −\$500\.00 Order Total \$627\.10/,
    );
    expect(words).not.toContain('Already Paid');
    expect(words).toContain('Pay $627.10');
    expect(text).not.toContain('<script');
  });

  test('prevents caching and framing, and allows forms to submit only to the service and the redirect’s origin', async () => {
    const { link } = await openPayment();
    const { headers } = await service.request(link);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://console.example;");
  });

  test('names each invalid field, and keeps all values except the security code', async () => {
    const { id, link } = await openPayment();
    const { status, text } = await pay(link, {
      number: '4111 1111 1111 1111',
      expiry: '01/20',
      code: '987',
      name: '<Ada>',
    });
    expect(status).toBe(422);
    expect(readAlert(text)).toBe('Not paid. Check these fields: Card number, Expires.');
    expect(text).toContain('<a href="#expiry">Expires</a>');
    expect(listInvalidFields(text)).toEqual(['number', 'expiry']);
    expect(text).toContain('This card has expired.');
    expect(readValues(text)).toEqual({
      number: '4111 1111 1111 1111',
      expiry: '01/20',
      code: '',
      name: '&lt;Ada&gt;',
    });
    expect(text).not.toContain('987');
    expect(await readAmountDue(id)).toBe('$1,127.10');
  });

  test('says “this field” if only one field is invalid, and marks only that field', async () => {
    const { link } = await openPayment();
    const { text } = await pay(link, { expiry: '1330' });
    expect(readAlert(text)).toBe('Not paid. Check this field: Expires.');
    expect(listInvalidFields(text)).toEqual(['expiry']);
  });

  test('marks the card number after a decline, and keeps all values except the security code', async () => {
    const { link } = await openPayment();
    const typed = { number: '4000 0000 0000 0002', expiry: '1230', code: '987', name: 'Ada Vale' };
    const { status, text } = await pay(link, typed);
    expect(status).toBe(402);
    expect(readAlert(text)).toContain('The card was declined.');
    expect(listInvalidFields(text)).toEqual(['number']);
    expect(text).toContain('This card was declined. Use another card.');
    expect(readValues(text)).toEqual({ ...typed, code: '' });
    expect(text).not.toContain('987');
  });

  test('responds with 422 to empty forms, unknown fields, and malformed forms', async () => {
    const { link } = await openPayment();
    for (const body of ['', 'number[]=4242424242424242', 'number=%zz']) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await service.request(link, { method: 'POST', body, headers })).status).toBe(422);
    }
    expect((await service.request(link, { method: 'POST' })).status).toBe(422);
    const malformed = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(
      (await service.request(link, { method: 'POST', body: '--x\r\nnonsense', headers: malformed })).status,
    ).toBe(422);
  });
});

describe('paying', () => {
  test('redirects to the exact redirect_uri, but only after a successful payment', async () => {
    const { id, link } = await openPayment();
    const declined = await pay(link, { number: '4000 0000 0000 0002' });
    expect([declined.status, declined.headers.get('Location')]).toEqual([402, null]);
    expect(declined.text).toContain('The card was declined. Nothing was charged');
    expect(await readAmountDue(id)).toBe('$1,127.10');
    const paid = await pay(link);
    expect([paid.status, paid.headers.get('Location')]).toEqual([303, RETURN_URI]);
    expect(await readAmountDue(id)).toBe('$0.00');
  });

  test('percent-encodes a redirect_uri with non-ASCII characters', async () => {
    const { link } = await openPayment(nextId++, 'https://console.example/zurück');
    expect((await pay(link)).headers.get('Location')).toBe('https://console.example/zur%C3%BCck');
  });

  test('refuses a second payment with the same or another link', async () => {
    const { id, link } = await openPayment();
    const { link: other } = await openPayment(id);
    expect(other).not.toBe(link);
    expect((await pay(link)).status).toBe(303);
    for (const again of [link, other]) {
      const { status, text, headers } = await pay(again);
      expect([status, headers.get('Location')]).toEqual([409, null]);
      expect(text).toContain('Already paid: $1,127.10');
      expect(text).toContain('href="https://console.example/pay/return?state=a%20b&amp;x=&lt;y&gt;"');
      expect((await service.request(again)).text).toContain('Already paid');
    }
    await service.call('deleteCampaign', { customer_id: NO_CREDIT, id });
    await service.call('cloneCampaign', { customer_id: NO_CREDIT, id: 1 }).then(async ({ body }) => {
      // The credit from the deleted campaign equals the price, so the card was charged only once.
      expect((await service.call('checkOutCampaign', { id: body.id ?? 0 })).body.without_sender?.credit).toBe(
        '$1,127.10',
      );
      await service.call('payAndSendCampaign', { id: body.id ?? 0, email: 'a@b.example' });
    });
  });

  test('charges nothing if the submitted amount differs from the amount due', async () => {
    const { id, link } = await openPayment();
    for (const amount of ['112709', '0', '-1', 'x', '']) {
      const { status, text } = await pay(link, { amount });
      expect(status).toBe(409);
      expect(text).toContain('The amount has changed');
      expect(text).toContain('name="amount" value="112710"');
      expect(readValues(text)).toEqual({
        number: '4242424242424242',
        expiry: '12/30',
        code: '',
        name: 'Ada Vale',
      });
    }
    expect(await readAmountDue(id)).toBe('$1,127.10');
  });

  test('refuses a payment if the campaign was billed on the monthly invoice after the link was created', async () => {
    const { id, link } = await openPayment();
    await service.call('sendCampaignOnInvoice', { id: `${id}` });
    const { status, text } = await pay(link);
    expect(status).toBe(409);
    expect(text).toContain('Nothing to pay');
  });
});

describe('an invalid link', () => {
  test.each(['/pay/x', '/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '/pay/%00', '/pay/%zz'])(
    'responds to %s with 404',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await service.request(path, { method });
        expect(status).toBe(404);
        expect(text).toContain('payment link isn’t valid');
      }
    },
  );

  test('responds with 404 after the campaign is deleted', async () => {
    const { id, link } = await openPayment();
    await service.call('deleteCampaign', { customer_id: NO_CREDIT, id });
    expect((await service.request(link)).status).toBe(404);
    expect((await pay(link)).status).toBe(404);
  });
});

test('the payment page’s style sheet and fonts are served', async () => {
  for (const [name, type] of [
    ['payment.css', 'text/css; charset=utf-8'],
    ['inter.woff2', 'font/woff2'],
    ['source-serif.woff2', 'font/woff2'],
  ]) {
    const { status, headers } = await service.request(`/assets/${name}`);
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
  }
});
