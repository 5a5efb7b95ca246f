'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { endSession } from '#lib/auth/start-session.ts';
import { acceptInvitation, becomeFirstAdmin } from '#lib/data/invitations.ts';
import { TOO_MANY_ATTEMPTS } from '#lib/format/failure.ts';
import { describePasswordWeakness } from '#lib/format/password.ts';
import { guestAction } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { emailField, nameField, newPasswordField } from '#lib/forms/member-fields.ts';

const token = z.string().max(1_500);
const account = z.object({
  token,
  name: nameField,
  /** The new admin's email address. Only the setup link's form submits this field. */
  email: emailField.optional(),
  password: newPasswordField,
});

const joinPath = (token: string) => `/join/${encodeURIComponent(token)}`;

export const joinAction = guestAction(
  account,
  async ({ token, name, email, password }): Promise<FormState> => {
    const result = await acceptInvitation(token, { name, password, email });
    switch (result) {
      case 'joined':
        redirect('/');
        break;
      case 'invalid':
        // After the redirect, the invitation page says that the invitation isn't valid, even without JavaScript.
        redirect(joinPath(token));
        break;
      case 'no_email':
        return { fields: { email: 'Enter the email address you’ll sign in with.' } };
      case 'already_member':
        return { message: 'A member already uses this email address. Sign in instead.' };
      case 'too_many':
        return { message: TOO_MANY_ATTEMPTS };
      default:
        return { fields: { password: describePasswordWeakness(result) } };
    }
  },
);

/**
 * Makes the signed-in member the first admin. If the link is no longer valid, redirects to a page with an
 * error message.
 */
export const becomeFirstAdminAction = guestAction(z.object({ token }), async ({ token }) => {
  redirect((await becomeFirstAdmin(token)) ? '/' : joinPath(token));
});

/** Signs the member out of the current account, and redirects to the invitation. */
export const switchAccountAction = guestAction(z.object({ token }), async ({ token }) => {
  await endSession();
  redirect(joinPath(token));
});
