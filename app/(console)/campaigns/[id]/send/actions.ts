'use server';

import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { idField } from '#lib/contract/ids.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';
import { chooseSendTime, describeSendTime, type SendVersion } from '#lib/forms/send-time.ts';
import { failureResultOrRedirect } from '../../../action-results.ts';
import { redirectAndConfirm } from '../../../confirmation.ts';
import { seenBilledAmountFields } from '../seen-amounts.ts';

const schema = z.object({
  id: idField,
  /** If `when` is `check`, the action shows the entered time in UTC and doesn't send the campaign. */
  when: z.enum(['now', 'at', 'check']),
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone),
  fold: z.enum(['earlier', 'later']).optional(),
});

export const sendAction = formAction('sendCampaign', schema, (input) =>
  submitSend(input, 'v1', (date) => sendCampaign(input.id, date === undefined ? {} : { date })),
);

export const sendOnInvoiceAction = formAction(
  'sendCampaignOnInvoice',
  schema.extend(seenBilledAmountFields),
  ({ price, already_paid, ...input }) => {
    const agreed = { price, already_paid };
    return submitSend(input, 'v2', (scheduled_at) =>
      sendCampaignOnInvoice(input.id, scheduled_at === undefined ? { agreed } : { agreed, scheduled_at }),
    );
  },
);

/**
 * @param send a function that sends the campaign at the given ISO 8601 time. If the time is undefined, the
 * service sends the campaign 15 minutes from now.
 */
async function submitSend(
  { id, when, at = '', zone, fold }: z.output<typeof schema>,
  version: SendVersion,
  send: (date?: string) => Promise<Outcome<unknown>>,
): Promise<FormState> {
  if (when === 'now') return resultOf(id, await send());
  const time = chooseSendTime(at, { ...(await readDateSettings()), zone }, serviceNow(), fold, version);
  const values = { at, fold: fold ?? '' };
  if (!time.ok) return { fields: { [time.field]: time.problem }, values };
  if (when === 'check') return { ok: true, message: describeSendTime(time), values };
  return resultOf(id, await send(time.iso));
}

function resultOf(id: number, outcome: Outcome<unknown>): FormState {
  if (!outcome.ok) return failureResultOrRedirect(id, outcome.failure, 'Nothing was sent');
  redirectAndConfirm(`/campaigns/${id}`, id);
}
