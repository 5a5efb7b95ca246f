'use server';

import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { idField } from '#lib/contract/ids.ts';
import { EMAIL } from '#lib/contract/patterns.ts';
import { type CardEntry, readCardEntry } from '#lib/data/card-entry.ts';
import { payAndSendCampaign, startPayment } from '#lib/data/paying.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isCardToken, looksLikeCardNumber } from '#lib/domain/card-token.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import { formAction, OUTDATED_FORM } from '#lib/forms/action.ts';
import { chooseSendTime } from '#lib/forms/send-time.ts';
import { MAX_CARD_TOKEN_LENGTH, MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { failureResultOrRedirect } from '../../../action-results.ts';
import { redirectAndConfirm } from '../../../confirmation.ts';
import { openPaymentLink } from '../../../payment-link.ts';
import { seenAmountFields } from '../seen-amounts.ts';

const schema = z.object({
  id: idField,
  payment_method: z.enum(['link', 'card', 'credits']),
  /**
   * If the member checks the box for the sender's copy before hydration, the submitted amounts don't include
   * the copy, so the member must confirm the new price.
   */
  sender_copy: z.enum(['yes', 'no']).default('no'),
  ...seenAmountFields,
  source: z
    .string()
    .trim()
    .max(MAX_CARD_TOKEN_LENGTH, { error: describeMaxLength(MAX_CARD_TOKEN_LENGTH), abort: true })
    .refine((text) => !looksLikeCardNumber(text), {
      error: 'This looks like a card number. Enter a card token instead.',
      abort: true,
    })
    .refine(isCardToken, 'Enter a card token. A token contains no spaces.')
    .optional(),
  email: z
    .email({ pattern: EMAIL, error: 'Enter an email address, like office@brightwater.example.' })
    .max(MAX_EMAIL_LENGTH, describeMaxLength(MAX_EMAIL_LENGTH))
    .optional(),
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone).optional(),
  fold: z.enum(['earlier', 'later']).optional(),
});
type Order = z.output<typeof schema>;

const MISSING_CARD: Readonly<Record<CardEntry['kind'], string>> = {
  form: 'Enter your card.',
  token: 'Enter a card token.',
};

export const payAction = formAction('payAndSendCampaign', schema, async (order) => {
  const { to_be_paid, price, credit, already_paid } = order;
  const agreed = { sender_copy: order.sender_copy === 'yes', to_be_paid, price, credit, already_paid };
  if (order.payment_method === 'link') {
    const started = await startPayment(order.id, { agreed });
    if (!started.ok) return failureResultOrRedirect(order.id, started.failure, 'No payment was made');
    return openPaymentLink(started.value.link);
  }
  const cardEntry = order.payment_method === 'card' ? readCardEntry() : null;
  if (cardEntry === undefined) return { message: OUTDATED_FORM };
  const time = await readSendTime(order);
  if (time?.ok === false) return { fields: { [time.field]: time.problem } };
  const missing = {
    ...(order.email === undefined && { email: 'Enter an email address for the invoice.' }),
    ...(cardEntry !== null && order.source === undefined && { source: MISSING_CARD[cardEntry.kind] }),
  };
  if (order.email === undefined || Object.keys(missing).length > 0) return { fields: missing };
  const sent = await payAndSendCampaign(order.id, {
    agreed,
    send_copy_to_sender: agreed.sender_copy,
    email: order.email,
    source: cardEntry === null ? undefined : order.source,
    date: time?.iso,
  });
  if (!sent.ok)
    return failureResultOrRedirect(order.id, sent.failure, 'No payment was made, and nothing was sent');
  redirectAndConfirm(`/campaigns/${order.id}`, order.id);
});

/**
 * Returns undefined if no time was chosen. If no time is given, the service schedules the campaign for 15
 * minutes from now.
 */
async function readSendTime({ at, zone = 'UTC', fold }: Order) {
  if (at === undefined) return undefined;
  return chooseSendTime(at, { ...(await readDateSettings()), zone }, serviceNow(), fold);
}
