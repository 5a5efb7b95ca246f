/**
 * Tests that neither a card form with replaced code nor another window can pay, see the console's data, or
 * move the browser away from checkout. The replacement form has the real form's URL and origin.
 */
import { expect } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';
import {
  cardFormUrl,
  choosePayByCard,
  isCardForm,
  PAY_AND_SCHEDULE,
  readSentTokens,
  test,
  VALID_CARD,
} from '../support/card-form.ts';
import { statusPill } from '../support/pages.ts';

test.use({ environment: 'card form' });

/** A page on the card form's own origin that answers checkout with `answer`, as compromised code could. */
const hostileForm = (answer: string) => `<!doctype html><title>Card</title><script>
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce');
const post = (message) => parent.postMessage({ nonce, ...message }, '*');
addEventListener('message', ({ data }) => { ${answer} });
post({ type: 'mailroom:ready', height: 1e6 });
try { top.location = '/stolen'; } catch {}
try { parent.document.title = 'stolen'; } catch {}
window.open('/stolen'); alert('stolen');
</script>`;

for (const [name, answer, isAnswered] of [
  ['a card number', `post({ type: 'mailroom:token', request: data.request, token: '${VALID_CARD}' })`, true],
  [
    'text that is too long',
    `post({ type: 'mailroom:token', request: data.request, token: 'x'.repeat(501) })`,
    true,
  ],
  ['an object', `post({ type: 'mailroom:token', request: data.request, token: { a: 'tok_visa' } })`, true],
  [
    'a token with another nonce',
    `post({ type: 'mailroom:token', request: data.request, token: 'tok_visa', nonce: 'x' })`,
    false,
  ],
  ['a token for another request', `post({ type: 'mailroom:token', request: 'x', token: 'tok_visa' })`, false],
] as const) {
  test(`pays nothing, and stays on the page, if the card form answers with ${name}`, async ({
    page,
    login,
    service,
    mailroom,
  }) => {
    const { id } = await createDraft(service);
    await page.clock.install();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    await page.route(isCardForm, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostileForm(answer) }),
    );
    await login(page, 'sender');
    await choosePayByCard(page, id);
    const frame = page.getByTitle('Card details');
    await expect(frame).toBeVisible();
    expect((await frame.boundingBox())?.height).toBe(900);
    const button = page.getByRole('button', { name: PAY_AND_SCHEDULE });
    await button.click();
    if (!isAnswered) {
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await page.clock.fastForward(31_000);
    }
    await expect(
      page.getByText(isAnswered ? 'The card couldn’t be checked.' : 'didn’t respond'),
    ).toBeVisible();
    expect(await readSentTokens(service, id)).toEqual([]);
    expect((await fetchCampaign(service, id)).status).toBe('draft');
    expect(page.url()).toBe(`${mailroom.url}/campaigns/${id}/checkout`);
    expect(await page.title()).not.toContain('stolen');
    expect(page.context().pages()).toHaveLength(1);
    expect(dialogs).toEqual([]);
  });
}

/** The card form keeps the request in a global variable, and never answers. */
const NEVER_ANSWER = 'globalThis.held = data.request';

test('ignores tokens from other windows, even with the right nonce and request', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.clock.install();
  await page.route(isCardForm, (route) =>
    route.fulfill({ contentType: 'text/html', body: hostileForm(NEVER_ANSWER) }),
  );
  await choosePayByCard(page, id);
  await expect(page.getByTitle('Card details')).toBeVisible();
  const button = page.getByRole('button', { name: PAY_AND_SCHEDULE });
  await button.click();
  const form = page.frames().find((frame) => frame.url().startsWith(cardFormUrl(service)));
  if (!form) throw new Error('The card form isn’t open.');
  const readHeld = () => form.evaluate(() => (globalThis as { held?: string }).held);
  await expect.poll(readHeld).toBeDefined();
  const request = await readHeld();
  const nonce = new URLSearchParams(new URL(form.url()).hash.slice(1)).get('nonce');
  const message = { type: 'mailroom:token', token: 'tok_visa', nonce, request };

  await page.evaluate(() => {
    const received: string[] = [];
    Object.assign(globalThis, { received });
    addEventListener(
      'message',
      ({ origin, data }) => data.type === 'mailroom:token' && received.push(origin),
    );
  });
  // From the console's own window.
  await page.evaluate((data) => postMessage(data, '*'), message);
  // From another frame with the card form's origin.
  const attached = page.waitForEvent('frameattached');
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `${service.url}/assets/payment.css`);
  const otherFrame = await attached;
  await otherFrame.waitForURL(`${service.url}/assets/**`);
  await otherFrame.evaluate((data) => parent.postMessage(data, '*'), message);
  // From a frame without an origin, such as a design.
  await page.evaluate((data) => {
    const nonce = document.querySelector('script')?.nonce;
    const srcdoc = `<script nonce="${nonce}">parent.postMessage(${JSON.stringify(data)}, '*')</script>`;
    const frame = Object.assign(document.createElement('iframe'), { srcdoc });
    frame.sandbox.add('allow-scripts');
    document.body.append(frame);
  }, message);
  const readReceived = () => page.evaluate(() => (globalThis as { received?: string[] }).received);
  await expect.poll(readReceived).toEqual([mailroom.url, service.url, 'null']);
  await page.clock.fastForward(31_000);
  await expect(page.getByText('The card form didn’t respond.')).toBeVisible();
  expect(await readSentTokens(service, id)).toEqual([]);

  // From the form's own window, the same message is too late for the first request, but completes the payment
  // for the next request.
  const answer = () =>
    form.evaluate(
      (data) => parent.postMessage({ ...data, request: (globalThis as { held?: string }).held }, '*'),
      message,
    );
  await answer();
  await button.click();
  await expect.poll(readHeld).not.toBe(request);
  expect(await readSentTokens(service, id)).toEqual([]);
  await answer();
  await expect(statusPill(page)).toHaveText('Queued');
});
