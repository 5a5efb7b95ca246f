import { FreshnessLine } from '#components/campaigns/freshness-line.tsx';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import type { DateSettings } from '#lib/format/dates.ts';

const DIALOG_ID = 'rebuild-index-dialog';
export const REBUILD_TITLE = 'Rebuild the campaign index?';
export const REBUILD_CANCEL = 'Cancel';

interface CampaignIndexCardProps {
  readonly freshness: Freshness;
  readonly dateSettings: DateSettings;
  readonly action: FormAction;
}

/** Shows how current the campaign index is, with a button that rebuilds the index. */
export function CampaignIndexCard({ freshness, dateSettings, action }: CampaignIndexCardProps) {
  return (
    <Card title="Campaign index" id="campaign-index">
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          Search, sorting, totals, and worklists use Mailroom’s own copy of every campaign. Mailroom keeps
          this copy up to date automatically. Rebuild the copy only if a list and a campaign’s own page
          differ.
        </p>
        <FreshnessLine freshness={freshness} dateSettings={dateSettings} />
        <div className="justify-self-start">
          <ConfirmButton href="/team/rebuild-index" dialogId={DIALOG_ID} kind="plain">
            Rebuild index
          </ConfirmButton>
        </div>
      </div>
      <ConfirmDialog id={DIALOG_ID} title={REBUILD_TITLE} cancelLabel={REBUILD_CANCEL}>
        <RebuildForm action={action} />
      </ConfirmDialog>
    </Card>
  );
}

/** The confirmation form for the dialog or, without JavaScript, for a separate page. */
export function RebuildForm({ action }: { action: FormAction }) {
  return (
    <ActionForm action={action} className="grid gap-4">
      <p className="text-muted">
        Mailroom reads every campaign again. Meanwhile, lists come directly from the mail service, without
        search, sorting, or totals. Titles, notes, and saved views are kept.
      </p>
      <FormMessage />
      <SubmitButton>Rebuild index</SubmitButton>
    </ActionForm>
  );
}
