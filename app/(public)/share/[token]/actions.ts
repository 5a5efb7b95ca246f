'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { recordGuestDecision, unlockGuestReview } from '#lib/data/guest/actions.ts';
import { failedForGuest } from '#lib/format/guest-review.ts';
import { guestAction } from '#lib/forms/action.ts';

const token = z.string().max(100);

const password = z.object({
  token,
  password: z.string({ error: 'Enter the password.' }).max(1_000, 'Incorrect password.'),
});

export const unlockAction = guestAction(password, async (input) => {
  const unlocked = await unlockGuestReview(input.token, input.password);
  if (!unlocked.ok) return failedForGuest(unlocked.failure);
  refresh();
  return { ok: true };
});

const decision = z.object({
  token,
  print: z.string().max(100),
  verdict: z.enum(['approved', 'changes'], { error: 'Approve the proof or request changes.' }),
  name: z
    .string({ error: 'Enter your name.' })
    .trim()
    .min(1, 'Enter your name.')
    .max(100, 'Use 100 characters or fewer.'),
  email: z.email('Enter an email address, like ann@maple.example.').max(254, 'Use 254 characters or fewer.'),
  comment: z.string().trim().max(2_000, 'Use 2,000 characters or fewer.').optional(),
});

const THANKS = {
  approved: 'Thank you. Your approval was recorded.',
  changes: 'Thank you. Your request for changes was recorded.',
} as const;

export const decideAction = guestAction(decision, async ({ token: link, ...decided }) => {
  const outcome = await recordGuestDecision(link, decided);
  // Where the service is what failed, reading the page again would take the form away with all that was typed.
  if (outcome.ok || outcome.failure.kind === 'refused') refresh();
  if (!outcome.ok) return failedForGuest(outcome.failure);
  return { ok: true, message: THANKS[decided.verdict] };
});
