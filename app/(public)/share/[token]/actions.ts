'use server';

import { refresh } from 'next/cache';
import { after } from 'next/server';
import { z } from 'zod';
import { recordGuestDecision, unlockGuestReview } from '#lib/data/guest/actions.ts';
import { confirmGuestAddress } from '#lib/data/guest/verification.ts';
import { GUEST_CODE_DIGITS } from '#lib/domain/guest-review.ts';
import { toFailedGuestForm } from '#lib/format/guest-review.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { guestAction } from '#lib/forms/action.ts';
import { nameField } from '#lib/forms/member-fields.ts';
import { textField } from '#lib/forms/text-fields.ts';
import { MAX_COMMENT_LENGTH, MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';

const tokenField = z.string().max(100);

const passwordForm = z.object({
  token: tokenField,
  password: z.string({ error: 'Enter the password.' }).max(1_000, 'Incorrect password.'),
});

export const unlockAction = guestAction(passwordForm, async (input) => {
  const unlocked = await unlockGuestReview(input.token, input.password, after);
  if (!unlocked.ok) return toFailedGuestForm(unlocked.failure);
  refresh();
  return { ok: true };
});

const decisionForm = z.object({
  token: tokenField,
  fingerprint: z.string().max(100),
  decision: z.enum(['approved', 'changes'], { error: 'Approve the proof or request changes.' }),
  name: nameField,
  email: z
    .email('Enter an email address, like ann@maple.example.')
    .max(MAX_EMAIL_LENGTH, describeMaxLength(MAX_EMAIL_LENGTH)),
  comment: textField(MAX_COMMENT_LENGTH),
});

const THANKS = {
  approved: 'Thank you. Your approval was recorded.',
  changes: 'Thank you. Your request for changes was recorded.',
} as const;

const VERIFICATION_TEXTS = {
  verified: '',
  code_sent: 'To verify your decision, enter the code that we emailed to you.',
  not_sent: 'We couldn’t email you a code, so your decision is shown as not verified. Try again later.',
  unavailable: 'Your decision is shown as not verified, because we can’t verify your email address.',
} as const;

export const decideAction = guestAction(decisionForm, async ({ token, ...input }) => {
  const recorded = await recordGuestDecision(token, input, after);
  // If the mail service failed, the page isn't refreshed, because a refresh would discard the guest's input.
  if (recorded.ok || recorded.failure.kind === 'refused') refresh();
  if (!recorded.ok) return toFailedGuestForm(recorded.failure);
  return { ok: true, message: `${THANKS[input.decision]} ${VERIFICATION_TEXTS[recorded.value]}`.trim() };
});

const WRONG_CODE = `Enter the ${GUEST_CODE_DIGITS} digits from the email.`;

const codeForm = z.object({
  token: tokenField,
  code: z
    .string({ error: 'Enter the code.' })
    .max(40, WRONG_CODE)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(new RegExp(`^\\d{${GUEST_CODE_DIGITS}}$`), WRONG_CODE)),
});

export const confirmAddressAction = guestAction(codeForm, async ({ token, code }) => {
  const confirmed = await confirmGuestAddress(token, code, after);
  refresh();
  if (!confirmed.ok) return toFailedGuestForm(confirmed.failure);
  return { ok: true, message: 'Thank you. Your decision is verified.' };
});
