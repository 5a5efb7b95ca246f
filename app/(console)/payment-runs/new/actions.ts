'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { parseId } from '#lib/contract/ids.ts';
import { createPaymentRun } from '#lib/data/payment-runs.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { readRunSendDate, runSendFields } from '../send-date.ts';

/** The ids of the campaigns that the page showed, in order, such as "1042,1044". */
const campaignsField = z
  .string()
  .max(2_000)
  .transform((text) => text.split(',').map(parseId))
  .refine((ids) => ids.every((id) => id !== null))
  .transform((ids) => ids.filter((id) => id !== null));

export const startRunAction = formAction(
  'payCampaign',
  z.object({ campaigns: campaignsField, ...runSendFields }),
  async ({ campaigns, ...time }) => {
    const sendDate = await readRunSendDate(time);
    if (!sendDate.ok) return sendDate.state;
    const started = await createPaymentRun(campaigns, sendDate.iso);
    if (!started.ok) return toFailedForm(started.failure);
    redirect(`/payment-runs/${started.value.id}`);
  },
);
