import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { Job } from '#lib/domain/job.ts';
import type { ChosenCampaigns } from '#lib/forms/job-selection.ts';

interface DiscardFormProps {
  readonly job: Job;
  readonly chosen: ChosenCampaigns | undefined;
  readonly action: FormAction;
}

/** Discards a job that hasn't been started, or leaves a stopped job as it is. */
export function DiscardForm({ job: { id, startedAt, canDiscard }, chosen, action }: DiscardFormProps) {
  if (!canDiscard) return null;
  return (
    <ActionForm action={action} hidden={{ id, ...chosen?.fields }} className="grid gap-2">
      <FormMessage />
      <SubmitButton kind="quiet" className="w-full">
        {startedAt === null ? 'Discard' : 'Keep stopped'}
      </SubmitButton>
    </ActionForm>
  );
}
