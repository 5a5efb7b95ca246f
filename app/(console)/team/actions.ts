'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { invite, type MadeInvitation, renewInvitation, withdrawInvitation } from '#lib/data/invitations.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { ROLES } from '#lib/domain/permissions.ts';
import { formatFull } from '#lib/format/dates.ts';
import { failed, sentenceFor } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { emailField } from '#lib/forms/member-fields.ts';

const invited = z.object({
  email: emailField,
  role: z.enum(ROLES, 'Choose a role.'),
});
const named = z.object({ id: z.uuid() });

export const inviteAction = formAction('manageTeam', invited, async ({ email, role }) => {
  const made = await invite(email, role);
  if (made.ok || made.failure.kind !== 'refused') return told(made);
  return { fields: { email: sentenceFor(made.failure) }, failure: made.failure };
});

export const renewAction = formAction('manageTeam', named, async ({ id }) => told(await renewInvitation(id)));

export const withdrawAction = formAction('manageTeam', named, async ({ id }) => {
  const outcome = await withdrawInvitation(id);
  refresh();
  return outcome.ok ? { ok: true } : failed(outcome.failure);
});

async function told(made: Outcome<MadeInvitation>): Promise<FormState> {
  refresh();
  if (!made.ok) return failed(made.failure);
  const { email, link, expiresAt, isMailed } = made.value;
  const until = `expires ${formatFull(expiresAt, await viewingZone())}`;
  if (isMailed)
    return {
      ok: true,
      message: `We emailed a link to ${email}. It works once and ${until}.`,
    };
  const message = isMailed === null ? '' : 'The email couldn’t be sent, so share the link yourself. ';
  return {
    ok: true,
    message: `${message}This link is for ${email}. It works once, ${until}, and won’t be shown again.`,
    link,
  };
}
