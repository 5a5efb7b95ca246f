/** The token in the URL of a page that shows a submitted form again after the member confirms their identity. */
import 'server-only';
import type { ResumedForm } from '#lib/domain/resumed-form.ts';
import { RESUMED_FORM_MINUTES } from '#lib/domain/second-factor.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { seal, unseal } from './seals.ts';
import { getMember } from './session.ts';

/** Creates a token that works only for the signed-in member. Returns null if no member is signed in. */
export async function createResumeToken({ form, values }: ResumedForm): Promise<string | null> {
  const member = await getMember();
  return (
    member && seal('resumed-form', { member: member.id, form, values }, RESUMED_FORM_MINUTES * MINUTE_MS)
  );
}

/** Returns the form in the token. Returns null if the token is invalid or belongs to another member. */
export async function openResumeToken(token: string): Promise<ResumedForm | null> {
  const [opened, member] = await Promise.all([unseal('resumed-form', token), getMember()]);
  if (!opened || opened.member !== member?.id) return null;
  const { form, values } = opened;
  return { form, values };
}
