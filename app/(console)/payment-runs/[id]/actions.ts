'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { payInRun, skipInRun } from '#lib/data/payment-run-turn.ts';
import {
  resumePaymentRun,
  saveRunSendDate,
  stopPaymentRun,
  takeOverPaymentRun,
} from '#lib/data/payment-runs.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';
import { failureResult } from '../../action-results.ts';
import { seenAmountFields } from '../../campaigns/[id]/seen-amounts.ts';
import { openPaymentLink } from '../../payment-link.ts';
import { readRunSendDate, runSendFields } from '../send-date.ts';

const runField = z.object({ run: idField });
const campaignFields = runField.extend({ campaign: idField });

/** Opens the payment page for the campaign whose turn it is. */
export const payInRunAction = formAction(
  'payCampaign',
  campaignFields.extend({ ...seenAmountFields, sender_copy: z.enum(['yes', 'no']) }),
  async ({ run, campaign, sender_copy, ...amounts }) => {
    const started = await payInRun(run, campaign, { ...amounts, sender_copy: sender_copy === 'yes' });
    if (started.ok) return openPaymentLink(started.value.link);
    // The run continues with the next campaign, and shows that this campaign's outcome is unknown.
    if (started.failure.kind === 'unknown') redirect(`/payment-runs/${run}`);
    return failureResult(started.failure, 'No payment was made');
  },
);

export const skipInRunAction = formAction('payCampaign', campaignFields, async ({ run, campaign }) => {
  const skipped = await skipInRun(run, campaign);
  if (!skipped.ok) return failureResult(skipped.failure, 'Nothing was changed');
  redirect(`/payment-runs/${run}`);
});

export const stopRunAction = formAction('payCampaign', runField, async ({ run }) =>
  openOrExplain(await stopPaymentRun(run), `/payment-runs/${run}/receipt`),
);

export const resumeRunAction = formAction('payCampaign', runField, async ({ run }) =>
  openOrExplain(await resumePaymentRun(run), `/payment-runs/${run}`),
);

export const takeOverRunAction = formAction('payCampaign', runField, async ({ run }) =>
  openOrExplain(await takeOverPaymentRun(run), `/payment-runs/${run}`),
);

/** `clear` is the name of the button that turns scheduling off. */
export const saveRunScheduleAction = formAction(
  'payCampaign',
  runField.extend({ ...runSendFields, clear: z.literal('yes').optional() }),
  async ({ run, clear, ...time }) => {
    if (clear === undefined && time.at === undefined) return { fields: { at: 'Enter a date and time.' } };
    const sendDate = clear === undefined ? await readRunSendDate(time) : { ok: true as const, iso: null };
    if (!sendDate.ok) return sendDate.state;
    return openOrExplain(await saveRunSendDate(run, sendDate.iso), `/payment-runs/${run}`);
  },
);

function openOrExplain(changed: Outcome<null>, href: string): FormState {
  if (changed.ok) redirect(href);
  refresh();
  return toFailedForm(changed.failure);
}
