'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import {
  type InvitationLink,
  inviteMember,
  renewInvitation,
  revokeInvitation,
} from '#lib/data/invitations.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { ROLES } from '#lib/domain/permissions.ts';
import { formatFull } from '#lib/format/dates.ts';
import { failureSentence, toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { emailField } from '#lib/forms/member-fields.ts';
import { resumable } from './resumable.ts';

const invitee = z.object({
  email: emailField,
  role: z.enum(ROLES, 'Choose a role.'),
});
const invitation = z.object({ id: z.uuid() });

export const inviteAction = resumable(
  'invite',
  formAction('manageTeam', invitee, async ({ email, role }) => {
    const created = await inviteMember(email, role);
    if (created.ok || created.failure.kind !== 'refused') return showLink(created);
    return { fields: { email: failureSentence(created.failure) }, failure: created.failure };
  }),
);

export const renewAction = resumable(
  'renew',
  formAction('manageTeam', invitation, async ({ id }) => showLink(await renewInvitation(id))),
);

export const revokeInvitationAction = formAction('manageTeam', invitation, async ({ id }) => {
  const outcome = await revokeInvitation(id);
  refresh();
  return outcome.ok ? { ok: true } : toFailedForm(outcome.failure);
});

/** Returns a form state that shows the new invitation link, or says that the link was emailed. */
async function showLink(created: Outcome<InvitationLink>): Promise<FormState> {
  refresh();
  if (!created.ok) return toFailedForm(created.failure);
  const { email, link, expiresAt, isEmailed } = created.value;
  const until = `expires ${formatFull(expiresAt, await readDateSettings())}`;
  if (isEmailed)
    return {
      ok: true,
      message: `We emailed a link to ${email}. The link works once and ${until}.`,
    };
  const message = isEmailed === null ? '' : 'The email couldn’t be sent, so share the link yourself. ';
  return {
    ok: true,
    message: `${message}This link is for ${email}. The link works once, ${until}, and won’t be shown again.`,
    link,
  };
}
