'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { formAction } from '#lib/action.ts';
import { idField } from '#lib/contract/ids.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isTimeZone } from '#lib/format/dates.ts';
import { chooseSendTime } from '#lib/format/send-time.ts';
import { toldThere } from '../../../not-done.ts';

const schema = z.object({
  id: idField,
  /** `check` only shows what a time means. */
  when: z.enum(['now', 'at', 'check'], { error: 'Say when it goes.' }),
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone, 'There is no such time zone.'),
  fold: z.enum(['earlier', 'later']).optional(),
});

export const sendAction = formAction('sendCampaign', schema, async ({ id, when, at = '', zone, fold }) => {
  if (when !== 'now') {
    const time = chooseSendTime(at, zone, serviceNow(), fold);
    const values = { at, fold: fold ?? '' };
    if (!time.ok) return { fields: { [time.field]: time.problem }, values };
    if (when === 'check') return { ok: true, message: `${time.text}, ${time.distance}`, values };
    return send(id, time.iso);
  }
  return send(id, undefined);
});

async function send(id: number, date: string | undefined) {
  const outcome = await sendCampaign(id, date === undefined ? {} : { date });
  if (!outcome.ok) return toldThere(id, outcome.failure, 'Nothing was sent');
  redirect(`/campaigns/${id}`);
}
