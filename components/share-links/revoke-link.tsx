import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';

interface RevokeProps {
  readonly campaignId: number;
  readonly link: { readonly id: string; readonly label: string };
  readonly action: FormAction;
}

const dialogId = (id: string) => `revoke-${id}`;

/** Opens the link's `RevokeDialog`, which must be on the same page. */
export function RevokeButton({ campaignId, link }: Omit<RevokeProps, 'action'>) {
  return (
    <ConfirmButton
      href={`/campaigns/${campaignId}/share/${link.id}`}
      dialogId={dialogId(link.id)}
      kind="quiet"
    >
      <span className="text-sm">
        Revoke<span className="sr-only"> {link.label}</span>
      </span>
    </ConfirmButton>
  );
}

export function RevokeDialog(props: RevokeProps) {
  return (
    <ConfirmDialog id={dialogId(props.link.id)} title={`Revoke “${props.link.label}”?`} cancelLabel="Cancel">
      <RevokeForm {...props} />
    </ConfirmDialog>
  );
}

export function RevokeForm({ campaignId, link, action }: RevokeProps) {
  return (
    <ActionForm action={action} hidden={{ id: campaignId, link: link.id }} className="grid gap-4">
      <p className="text-muted">
        The link will stop working for everyone. Decisions made through the link will be kept. You can’t
        restore a revoked link, but you can create another link.
      </p>
      <FormMessage />
      <SubmitButton kind="danger">Revoke link</SubmitButton>
    </ActionForm>
  );
}
