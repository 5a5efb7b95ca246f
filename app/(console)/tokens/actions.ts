'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { createOwnApiToken, revokeVisibleApiToken } from '#lib/data/api-tokens.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { chosenScopes, tokenForm } from '#lib/forms/token-form.ts';
import { redirectAndConfirm } from '../confirmation.ts';

/** Creates a token. The token appears only in the returned form state. */
export const createTokenAction = formAction('editProfile', tokenForm, async (form, member) => {
  const { name, days, customer, addresses } = form;
  const created = await createOwnApiToken({
    name,
    days,
    scopes: chosenScopes(form, member.role),
    customerId: customer ?? null,
    addresses: addresses ?? [],
  });
  if (!created.ok) return toFailedForm(created.failure);
  refresh();
  return { ok: true, message: 'Token created.', secret: created.value.token };
});

const revokeForm = z.object({ id: z.uuid() });

export const revokeTokenAction = formAction('editProfile', revokeForm, async ({ id }) => {
  const revoked = await revokeVisibleApiToken(id);
  if (!revoked.ok) return toFailedForm(revoked.failure);
  redirectAndConfirm(`/tokens/${id}`, 'revoked');
});
