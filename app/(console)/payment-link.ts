import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { FormState } from '#lib/forms/form-state.ts';
import { isFormNavigation, paymentOrigins } from '#lib/http/security-headers.ts';

/**
 * Redirects to the payment page. If JavaScript is off and the payment site isn't configured, the page's
 * content security policy blocks the redirect, so the member gets the link as text.
 */
export async function openPaymentLink(link: string): Promise<FormState> {
  const isBlocked = isFormNavigation(await headers()) && !paymentOrigins().includes(new URL(link).origin);
  if (!isBlocked) redirect(link);
  return { message: `To pay, open this link: ${link}` };
}
