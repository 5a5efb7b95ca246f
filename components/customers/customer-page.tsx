import { CampaignBrowser, ListActions } from '#components/campaigns/campaign-browser.tsx';
import type { CampaignBrowserProps } from '#components/campaigns/list-state.ts';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Dotted } from '#components/ui/dotted.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { type DateSettings, formatDay, formatMoment } from '#lib/format/dates.ts';
import { spendingHref } from '#lib/forms/spending-query.ts';
import { ChangeEmailButton, LateChangeEmailDialog } from './change-email.tsx';
import { CustomerHeader } from './customer-header.tsx';

interface CustomerPageProps {
  readonly customer: Customer;
  readonly campaigns: CampaignBrowserProps;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether the member can pay for campaigns by link. */
  readonly canPay: boolean;
  /** True if the member just changed the customer's email address. */
  readonly isEmailSaved: boolean;
  /**
   * The action to change the email address, or undefined if the member's role doesn't allow email address
   * changes.
   */
  readonly changeEmailAction: FormAction | undefined;
}

export function CustomerPage({
  customer,
  campaigns,
  dateSettings,
  now,
  canPay,
  isEmailSaved,
  changeEmailAction,
}: CustomerPageProps) {
  const { id, email, created_at, updated_at } = customer;
  return (
    <>
      <CustomerHeader customer={customer}>
        {changeEmailAction !== undefined && <ChangeEmailButton customerId={id} />}
      </CustomerHeader>
      <p className="-mt-3 mb-5 text-muted">
        <Dotted
          parts={[
            `Customer since ${formatDay(parseTimestamp(created_at), dateSettings, now)}`,
            ...(updated_at === created_at
              ? []
              : [`updated ${formatMoment(parseTimestamp(updated_at), dateSettings, now)}`]),
          ]}
        />
      </p>
      {isEmailSaved && (
        <Confirmation>
          Email changed to <bdi className="font-semibold">{customerName(id, email)}</bdi>.
        </Confirmation>
      )}
      <div className="mb-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <PageLink
          href={spendingHref({ customer: email ?? String(id) })}
          className={buttonClass('plain', 'mr-auto button-small')}
        >
          <Icon name="spending" className="size-4" />
          Spending
        </PageLink>
        <ListActions {...campaigns} canPay={canPay} />
      </div>
      <CampaignBrowser {...campaigns} />
      {changeEmailAction !== undefined && (
        // Each save gives the dialog a new key, which closes the dialog.
        <LateChangeEmailDialog
          key={`${email} ${updated_at}`}
          customer={{ id, email }}
          action={changeEmailAction}
        />
      )}
    </>
  );
}
