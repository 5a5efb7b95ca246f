'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { decideShared, unlockShared } from '#lib/data/guest/actions.ts';
import { failedForGuest } from '#lib/format/guest-review.ts';
import { guestAction } from '#lib/forms/action.ts';

const token = z.string().max(100);

const password = z.object({
  token,
  password: z.string({ error: 'Type the password.' }).max(1_000, 'That isn’t the password of this link.'),
});

export const unlockAction = guestAction(password, async (input) => {
  const unlocked = await unlockShared(input.token, input.password);
  if (!unlocked.ok) return failedForGuest(unlocked.failure);
  refresh();
  return { ok: true };
});

const decision = z.object({
  token,
  print: z.string().max(100),
  verdict: z.enum(['approved', 'changes'], { error: 'Approve it, or ask for changes.' }),
  name: z
    .string({ error: 'Say who you are.' })
    .trim()
    .min(1, 'Say who you are.')
    .max(100, 'At most 100 characters.'),
  email: z.email('Give an e-mail address, like ann@maple.example.').max(254, 'At most 254 characters.'),
  comment: z.string().trim().max(2_000, 'At most 2,000 characters.').optional(),
});

const THANKS = {
  approved: 'Thank you. Your approval has been passed on.',
  changes: 'Thank you. What you ask for has been passed on.',
} as const;

export const decideAction = guestAction(decision, async ({ token: link, ...decided }) => {
  const outcome = await decideShared(link, decided);
  // Where the service is what failed, reading the page again would take the form away with all that was typed.
  if (outcome.ok || outcome.failure.kind === 'refused') refresh();
  if (!outcome.ok) return failedForGuest(outcome.failure);
  return { ok: true, message: THANKS[decided.verdict] };
});
