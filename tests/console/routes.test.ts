/**
 * Tests that the console's internal API routes return only the data that a page needs. The data never
 * includes the service's URLs.
 */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as checkoutRoute } from '#app/api/campaigns/[id]/checkout/route.ts';
import { GET as statusRoute } from '#app/api/campaigns/[id]/status/route.ts';
import { GET as returnRoute } from '#app/api/pay/return/route.ts';
import { startPayment } from '#lib/data/paying.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { respondJson } from './support/recorder.ts';
import { addCampaign, orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const SIGNED_URL = 'https://files.example/signed';
const PRICE_BLOCK = {
  price_calculation: '10 × $1.00',
  price: '$10.00',
  credit: '$0.00',
  already_paid: '$0.00',
  to_be_paid: '$10.00',
  to_be_paid_amount: 10,
};

const harness = setUpHarness();
beforeEach(() => {
  harness.service.requests.length = 0;
});

const request = () => new Request('http://localhost/api');
const params = (id: number) => ({ params: Promise.resolve({ id: String(id) }) });
const files = { thumbnails: [`${SIGNED_URL}/front.png`], proof: `${SIGNED_URL}/proof.pdf` };

describe('the campaign status route', () => {
  it('returns the number of files but no URLs', async () => {
    const { id } = addCampaign(harness.service, { id: 1, ...files });
    const response = await harness.viewer(() => statusRoute(request(), params(id)));
    expect(response.status).toBe(200);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ thumbnails: 1, proof: true });
    expect(body).not.toContain('://');
  });
});

describe('the payment return route', () => {
  it('doesn’t reveal any of the service’s URLs', async () => {
    const campaign = addCampaign(harness.service, { id: 2, paid: 0, ...files });
    const agreed = { sender_copy: false, ...orderAmounts(campaign) };
    await harness.sender(() => startPayment(2, { agreed }));
    const paymentUrl = harness.service.requests.find(({ method }) => method === 'POST')?.url ?? '';
    const redirectUri = new URL(new URL(paymentUrl, 'http://x').searchParams.get('redirect_uri') ?? '');
    const response = await signedOut(() => returnRoute(new NextRequest(redirectUri)));
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ campaignId: 2 });
    expect(body).not.toContain('://');
  });
});

describe('the checkout route', () => {
  beforeEach(() => {
    harness.service.respondWith((_, response) =>
      respondJson(response, {
        send_copy_to_sender: true,
        with_sender: PRICE_BLOCK,
        without_sender: PRICE_BLOCK,
        ...files,
      }),
    );
  });

  it('returns both prices, whether the sender gets a copy, and when the checkout was read', async () => {
    const response = await harness.sender(() => checkoutRoute(request(), params(1)));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      checkout: { send_copy_to_sender: true, with_sender: PRICE_BLOCK, without_sender: PRICE_BLOCK },
      readAt: expect.any(Number),
    });
  });

  it('refuses viewers and callers without a session', async () => {
    const responses = await Promise.all([
      signedOut(() => checkoutRoute(request(), params(1))),
      harness.viewer(() => checkoutRoute(request(), params(1))),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 403]);
    expect(await responses[1].json()).toEqual({ failure: { kind: 'forbidden' } });
    expect(harness.service.requests).toEqual([]);
  });
});
