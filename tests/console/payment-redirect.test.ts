/** Tests how checkout opens the payment page in browsers that limit where forms can redirect to. */
import { expect, it, vi } from 'vitest';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { addDraftWithProof, submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
let nextId = 1;

function payByLink(link: string, mode: string): Promise<unknown> {
  harness.service.paymentLink = link;
  const campaign = addDraftWithProof(harness.service, { id: nextId++, paid: 0 });
  const fields = {
    id: `${campaign.id}`,
    payment_method: 'link',
    sender_copy: 'no',
    ...orderAmounts(campaign),
  };
  return submitFromPage(payAction, fields, 'sender@mailroom.test', { 'sec-fetch-mode': mode });
}

it('paying by link redirects to the payment page, with and without JavaScript', async () => {
  const own = `${harness.service.origin}/pay/abc`;
  const other = 'https://pay.example/abc';
  expect(await payByLink(own, 'navigate')).toEqual({ to: own });
  expect(await payByLink(other, 'cors')).toEqual({ to: other });
  harness.applySettings({ PAY_LINK_ORIGINS: 'https://pay.example' });
  expect(await payByLink(other, 'navigate')).toEqual({ to: other });
});

it('the payment link appears as text if the content security policy would block the redirect', async () => {
  harness.applySettings({ PAY_LINK_ORIGINS: undefined });
  expect(await payByLink('https://pay.example/abc', 'navigate')).toMatchObject({
    message: 'To pay, open this link: https://pay.example/abc',
  });
});
