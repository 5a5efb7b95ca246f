/** Serves the payment page at `/pay/<token>`. Anyone with the payment link can pay. */
import { type Context as Call, Hono } from 'hono';
import type { ServiceContext } from '../context.ts';
import type { HonoEnv } from '../http/hono-env.ts';
import { payWithCard } from '../operations/pay.ts';
import { campaignFileUrls } from '../presenters.ts';
import { checkCard } from '../rules/card.ts';
import { calculateOrder, type Order } from '../rules/order.ts';
import { type CampaignRecord, findCampaignRecord, toPricingInput } from '../store/campaigns.ts';
import { findCustomer } from '../store/customers.ts';
import { findPaymentLink, type PaymentLink } from '../store/payments.ts';
import { readCardFields } from './card-fields.ts';
import {
  type PaymentFormProps,
  renderNothingToPay,
  renderPaymentForm,
  renderPaymentNotFound,
} from './pages.ts';

interface OpenPayment {
  readonly link: PaymentLink;
  readonly record: CampaignRecord;
  readonly order: Order;
}

export function createPaymentRouter(context: ServiceContext): Hono<HonoEnv> {
  const router = new Hono<HonoEnv>();

  router.get('/:token', async (call) => {
    const open = await findOpenPayment(context, call.req.param('token'));
    if (!open) return respondWithPage(call, 404, renderPaymentNotFound());
    context.rendering.prioritize(open.record.artwork);
    return isPayable(open) ? respondWithForm(call, 200, open) : respondWithNothingToPay(call, 200, open);
  });

  router.post('/:token', async (call) => {
    const open = await findOpenPayment(context, call.req.param('token'));
    if (!open) return respondWithPage(call, 404, renderPaymentNotFound());
    if (!isPayable(open)) return respondWithNothingToPay(call, 409, open);
    const { card, amount } = await readCardFields(call);
    const check = checkCard(card, context.clock.now());
    const { code, ...values } = card;
    if (check.outcome === 'invalid')
      return respondWithForm(call, 422, open, { values, fields: check.fields });
    if (check.outcome === 'declined') {
      const problem = 'The card was declined. Nothing was charged. Try another card.';
      const fields = { number: 'This card was declined. Use another card.' };
      return respondWithForm(call, 402, open, { values, fields, problem });
    }
    const outcome = await payWithCard(context, open.link, amount);
    if (outcome === 'paid') return redirectBack(call, open.link);
    const changed = await findOpenPayment(context, open.link.token);
    if (!changed) return respondWithPage(call, 404, renderPaymentNotFound());
    if (!isPayable(changed)) return respondWithNothingToPay(call, 409, changed);
    return respondWithForm(call, 409, changed, {
      values,
      problem: 'The amount has changed. Review the new amount before you pay.',
    });
  });

  return router;
}

async function findOpenPayment({ db }: ServiceContext, token: string): Promise<OpenPayment | undefined> {
  if (!/^[\w-]{1,64}$/.test(token)) return undefined;
  const link = await findPaymentLink(db, token);
  const record = link && (await findCampaignRecord(db, { id: link.campaignId }));
  if (!record) return undefined;
  const customer = await findCustomer(db, record.campaign.customerId);
  const order = calculateOrder(
    toPricingInput(record),
    record.campaign.sendCopyToSender,
    customer?.creditCents ?? 0,
  );
  return { link, record, order };
}

const isPayable = ({ record, order }: OpenPayment): boolean =>
  record.campaign.status === 'draft' && order.toBePaidCents > 0;

type PageStatus = 200 | 402 | 404 | 409 | 422;

function respondWithForm(
  call: Call<HonoEnv>,
  status: PageStatus,
  { link, record, order }: OpenPayment,
  input: Pick<PaymentFormProps, 'values' | 'fields' | 'problem'> = {},
) {
  const [thumbnailUrl] = campaignFileUrls(record, '').thumbnails;
  return respondWithPage(call, status, renderPaymentForm({ record, order, thumbnailUrl, ...input }), link);
}

function respondWithNothingToPay(
  call: Call<HonoEnv>,
  status: PageStatus,
  { link, record, order }: OpenPayment,
) {
  return respondWithPage(call, status, renderNothingToPay(record, order, link.redirectUri), link);
}

function respondWithPage(
  call: Call<HonoEnv>,
  status: PageStatus,
  body: ReturnType<typeof renderPaymentNotFound>,
  link?: PaymentLink,
) {
  // Allows the origin of redirect_uri, because form-action also applies to redirects after a submission.
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

/**
 * Redirects to redirect_uri. If redirect_uri contains spaces, control characters, or non-ASCII characters,
 * percent-encodes these characters, because the Location header can't contain them. Other values of
 * redirect_uri aren't changed.
 */
function redirectBack(call: Call<HonoEnv>, { redirectUri }: PaymentLink) {
  const location = /^[\x21-\x7e]+$/.test(redirectUri) ? redirectUri : new URL(redirectUri).href;
  return call.body(null, 303, {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}
