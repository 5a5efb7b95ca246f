/** What the console's own addresses answer: what a page needs, to whom its page is open, and no address of the service. */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as checkoutRoute } from '#app/api/campaigns/[id]/checkout/route.ts';
import { GET as statusRoute } from '#app/api/campaigns/[id]/status/route.ts';
import { GET as returnRoute } from '#app/api/pay/return/route.ts';
import { startPayment } from '#lib/data/paying.ts';
import { setUpHarness } from './support/harness.ts';
import { nobody } from './support/members.ts';
import { json } from './support/recorder.ts';
import { put, seen } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const SIGNED = 'https://files.example/signed';
const block = {
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

const request = () => new Request('http://console.test/api');
const params = (id: number) => ({ params: Promise.resolve({ id: String(id) }) });
const pictures = { thumbnails: [`${SIGNED}/front.png`], proof: `${SIGNED}/proof.pdf` };

describe('the status of a campaign', () => {
  it('says how many pictures there are, not where the service keeps them', async () => {
    const { id } = put(harness.service, { id: 1, ...pictures });
    const answer = await harness.viewer(() => statusRoute(request(), params(id)));
    expect(answer.status).toBe(200);
    const words = await answer.text();
    expect(JSON.parse(words)).toMatchObject({ thumbnails: 1, proof: true });
    expect(words).not.toContain('://');
  });
});

describe('coming back from paying', () => {
  it('says nothing of where the service keeps its files', async () => {
    const campaign = put(harness.service, { id: 2, paid: 0, ...pictures });
    const agreed = { sender_copy: false, ...seen(campaign) };
    await harness.sender(() => startPayment(2, { agreed }));
    const asked = harness.service.requests.find(({ method }) => method === 'POST')?.url ?? '';
    const back = new URL(new URL(asked, 'http://x').searchParams.get('redirect_uri') ?? '');
    const answer = await nobody(() => returnRoute(new NextRequest(back)));
    const words = await answer.text();
    expect(JSON.parse(words)).toMatchObject({ campaignId: 2 });
    expect(words).not.toContain('://');
  });
});

describe('the order of a campaign', () => {
  beforeEach(() => {
    harness.service.answer((_, response) =>
      json(response, { send_copy_to_sender: true, with_sender: block, without_sender: block, ...pictures }),
    );
  });

  it('has its two prices, the choice between them and when it was read', async () => {
    const answer = await harness.sender(() => checkoutRoute(request(), params(1)));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      checkout: { send_copy_to_sender: true, with_sender: block, without_sender: block },
      readAt: expect.any(Number),
    });
  });

  it('is for those who may come to its page', async () => {
    const answers = await Promise.all([
      nobody(() => checkoutRoute(request(), params(1))),
      harness.viewer(() => checkoutRoute(request(), params(1))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 403]);
    expect(await answers[1].json()).toEqual({ failure: { kind: 'forbidden' } });
    expect(harness.service.requests).toEqual([]);
  });
});
