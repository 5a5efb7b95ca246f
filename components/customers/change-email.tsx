'use client';

import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { AfterPage } from '#components/live/after-page.tsx';
import type { ChangeEmailFormProps } from './change-email-form.tsx';
import { CHANGE_EMAIL_TITLE, DIALOG_ID } from './change-email-names.ts';

const load = () => import('./change-email-form.tsx');

/** Opens `LateChangeEmailDialog` or, until the dialog is loaded, a page with the same form. */
export function ChangeEmailButton({ customerId }: { customerId: number }) {
  return (
    <ConfirmButton href={`/customers/${customerId}/email`} dialogId={DIALOG_ID} kind="plain">
      {CHANGE_EMAIL_TITLE}
    </ConfirmButton>
  );
}

/** The dialog that changes a customer's email address. Its script is loaded after the page. */
export const LateChangeEmailDialog = (props: ChangeEmailFormProps) => <AfterPage load={load} props={props} />;
