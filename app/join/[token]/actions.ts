'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { endSession } from '#lib/auth/start-session.ts';
import { acceptInvitation, becomeFirstAdmin } from '#lib/data/invitations.ts';
import { guestAction } from '#lib/forms/action.ts';
import { emailField, nameField, newPasswordField } from '#lib/forms/member-fields.ts';

const token = z.string().max(1_500);
const account = z.object({
  token,
  name: nameField,
  /** Sent only by the form of the setup link. */
  email: emailField.optional(),
  password: newPasswordField,
});

const joinPath = (token: string) => `/join/${encodeURIComponent(token)}`;

export const joinAction = guestAction(account, async ({ token, name, email, password }) => {
  switch (await acceptInvitation(token, { name, password, email })) {
    case 'joined':
      redirect('/');
      break;
    case 'invalid':
      // The page then says that the invitation isn't valid, with or without JavaScript.
      redirect(joinPath(token));
      break;
    case 'no_email':
      return { fields: { email: 'Enter the email address you’ll sign in with.' } };
    case 'already_member':
      return { message: 'A member already uses this email address. Sign in instead.' };
    case 'too_many':
      return { message: 'Too many attempts with this invitation. Try again in 15 minutes.' };
  }
});

/** For a member who sets up the console. If the link is no longer valid, the page says so. */
export const becomeFirstAdminAction = guestAction(z.object({ token }), async ({ token }) => {
  redirect((await becomeFirstAdmin(token)) ? '/' : joinPath(token));
});

/** For a browser that is signed in with another account: ends that session and returns to the invitation. */
export const switchAccountAction = guestAction(z.object({ token }), async ({ token }) => {
  await endSession();
  redirect(joinPath(token));
});
