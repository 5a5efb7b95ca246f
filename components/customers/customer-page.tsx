import { CampaignBrowser, type CampaignBrowserProps } from '#components/campaigns/campaign-browser.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { Note } from '#components/ui/note.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { formatDay, formatMoment } from '#lib/format/dates.ts';
import { CustomerHeader } from './customer-header.tsx';
import { ChangeEmailButton, ChangeEmailDialog } from './email-form.tsx';

interface CustomerPageProps {
  readonly customer: Customer;
  readonly campaigns: CampaignBrowserProps;
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
  /** Whether the address was changed just now. */
  readonly isSaved: boolean;
  /** Undefined for who may not. */
  readonly changeEmailAction: FormAction | undefined;
}

export function CustomerPage({ customer, campaigns, zone, now, isSaved, changeEmailAction: changeEmail }: CustomerPageProps) {
  const { id, email, created_at, updated_at } = customer;
  return (
    <>
      <CustomerHeader customer={customer}>
        {changeEmail !== undefined && <ChangeEmailButton customerId={id} />}
      </CustomerHeader>
      <p className="-mt-3 mb-5 text-muted">
        Customer since {formatDay(parseTimestamp(created_at), zone, now)}
        {updated_at !== created_at && ` · updated ${formatMoment(parseTimestamp(updated_at), zone, now)}`}
      </p>
      {isSaved && (
        <div className="mb-4">
          <Note tone="green" role="status">
            Email changed to <bdi className="font-semibold">{customerName(id, email)}</bdi>.
          </Note>
        </div>
      )}
      <CampaignBrowser {...campaigns} />
      {changeEmail !== undefined && (
        // What was saved is another dialog, so that the one it was saved in is gone.
        <ChangeEmailDialog key={`${email} ${updated_at}`} customer={customer} action={changeEmail} />
      )}
    </>
  );
}
