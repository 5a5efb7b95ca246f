'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { endSession } from '#lib/auth/start-session.ts';
import { acceptInvitation, becomeFirstAdmin } from '#lib/data/invitations.ts';
import { guestAction } from '#lib/forms/action.ts';
import { emailField, nameField, newPasswordField } from '#lib/forms/member-fields.ts';

const seal = z.string().max(1_500);
const joining = z.object({
  seal,
  name: nameField,
  /** Only where the invitation doesn't say it. */
  email: emailField.optional(),
  password: newPasswordField,
});

export const joinAction = guestAction(joining, async ({ seal: link, name, email, password }) => {
  switch (await acceptInvitation(link, { name, password, email })) {
    case 'joined':
      redirect('/');
      break;
    case 'void':
      // Its page says so, with and without script.
      redirect(`/join/${encodeURIComponent(link)}`);
      break;
    case 'no_email':
      return { fields: { email: 'Enter the email address you’ll sign in with.' } };
    case 'taken':
      return { message: 'A member already uses this email address. Sign in instead.' };
    case 'too_many':
      return { message: 'Too many attempts with this invitation. Try again in 15 minutes.' };
  }
});

/** For a member who sets the console up. Its page says so where the link has been used meanwhile. */
export const becomeAdminAction = guestAction(z.object({ seal }), async ({ seal: link }) => {
  redirect((await becomeFirstAdmin(link)) ? '/' : `/join/${encodeURIComponent(link)}`);
});

/** For whoever is signed in as somebody else: ends that session, and comes back. */
export const leaveAction = guestAction(z.object({ seal }), async ({ seal: link }) => {
  await endSession();
  redirect(`/join/${encodeURIComponent(link)}`);
});
