/** The payment page: `/pay/<token>`, and what it looks like: `/assets/…`. Whoever holds a link may pay by it. */
import { type Context as Call, Hono } from 'hono';
import { payByLink } from '../operations/pay.ts';
import type { Context } from '../context.ts';
import { formPairs } from '../http/read-request.ts';
import type { Web } from '../http/hono-env.ts';
import { filesOf } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { type CardForm, readCard } from '../rules/card.ts';
import { type Order, orderOf } from '../rules/order.ts';
import { type CampaignRecord, findCampaign, pricedOf } from '../store/campaigns.ts';
import { findCustomer } from '../store/customers.ts';
import { findPaymentLink, type PaymentLink } from '../store/payments.ts';
import { type FormPage, noSuchPayment, nothingToPay, paymentForm } from './pages.ts';

interface Open {
  readonly link: PaymentLink;
  readonly record: CampaignRecord;
  readonly order: Order;
}

export function paymentDoor(context: Context): Hono<Web> {
  const door = new Hono<Web>();

  door.get('/:token', async (call) => {
    const open = await findOpen(context, call.req.param('token'));
    if (!open) return page(call, 404, noSuchPayment());
    context.pictures.want(open.record.artwork);
    return isPayable(open) ? showForm(call, 200, open) : showNothingToPay(call, 200, open);
  });

  door.post('/:token', async (call) => {
    const open = await findOpen(context, call.req.param('token'));
    if (!open) return page(call, 404, noSuchPayment());
    if (!isPayable(open)) return showNothingToPay(call, 409, open);
    const { card, amount } = await readForm(call);
    const reading = readCard(card, context.clock.now());
    const typed = { expiry: card.expiry, name: card.name };
    if (reading.outcome === 'invalid') return showForm(call, 422, open, { typed, fields: reading.fields });
    if (reading.outcome === 'declined') {
      const problem = 'The card was declined. Nothing was charged; you can try another card.';
      return showForm(call, 402, open, { typed, problem });
    }
    const outcome = await payByLink(context, open.link, amount);
    if (outcome === 'paid') return leaveFor(call, open.link);
    const now = await findOpen(context, open.link.token);
    if (!now) return page(call, 404, noSuchPayment());
    if (!isPayable(now)) return showNothingToPay(call, 409, now);
    return showForm(call, 409, now, {
      typed,
      problem: 'The amount has changed. Look at it again before you pay.',
    });
  });

  return door;
}

async function findOpen({ db }: Context, token: string): Promise<Open | undefined> {
  if (!/^[\w-]{1,64}$/.test(token)) return undefined;
  const link = await findPaymentLink(db, token);
  const record = link && (await findCampaign(db, { id: link.campaignId }));
  if (!record) return undefined;
  const customer = await findCustomer(db, record.campaign.customerId);
  const order = orderOf(pricedOf(record), record.campaign.sendCopyToSender, customer?.creditCents ?? 0);
  return { link, record, order };
}

const isPayable = ({ record, order }: Open): boolean =>
  record.campaign.status === 'draft' && order.toBePaidCents > 0;

/** What can't be read as a form is one that nobody filled in. */
async function readForm(call: Call<Web>): Promise<{ card: CardForm; amount: number }> {
  const pairs = await formPairs(call.req.header('Content-Type'), await call.req.arrayBuffer());
  const form = new Map(pairs instanceof Refusal ? [] : pairs);
  const text = (name: string) => form.get(name)?.slice(0, 100) ?? '';
  const card = { number: text('number'), expiry: text('expiry'), code: text('code'), name: text('name') };
  const amount = text('amount');
  return { card, amount: /^\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN };
}

type PageStatus = 200 | 402 | 404 | 409 | 422;

function showForm(
  call: Call<Web>,
  status: PageStatus,
  { link, record, order }: Open,
  said: Pick<FormPage, 'typed' | 'fields' | 'problem'> = {},
) {
  const [picture] = filesOf(record, '').thumbnails;
  return page(call, status, paymentForm({ record, order, picture, ...said }), link);
}

function showNothingToPay(call: Call<Web>, status: PageStatus, { link, record, order }: Open) {
  return page(call, status, nothingToPay(record, order, link.redirectUri), link);
}

function page(
  call: Call<Web>,
  status: PageStatus,
  body: ReturnType<typeof noSuchPayment>,
  link?: PaymentLink,
) {
  // Browsers hold form-action against the redirect that follows a post, too.
  const formAction = link ? `'self' ${new URL(link.redirectUri).origin}` : "'none'";
  return call.html(body, status, {
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      `form-action ${formAction}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  });
}

/** To redirect_uri as it was given, except that a header holds ASCII only. */
function leaveFor(call: Call<Web>, { redirectUri }: PaymentLink) {
  const location = /^[\x21-\x7e]+$/.test(redirectUri) ? redirectUri : new URL(redirectUri).href;
  return call.body(null, 303, {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}
