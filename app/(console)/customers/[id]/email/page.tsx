import type { Metadata } from 'next';
import { ChangeEmailForm } from '#components/customers/change-email-form.tsx';
import { CANCEL_LABEL, CHANGE_EMAIL_TITLE } from '#components/customers/change-email-names.ts';
import { CustomerHeader } from '#components/customers/customer-header.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { changeEmailAction } from '../actions.ts';
import { loadCustomer } from '../loader.ts';

export const metadata: Metadata = { title: CHANGE_EMAIL_TITLE };

/** Shows the form from ChangeEmailDialog on a separate page, for browsers without JavaScript. */
export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'updateCustomer');
  const customer = await loadCustomer(id);
  if (!customer.ok)
    return <ServiceUnavailable failure={customer.failure} retryHref={`/customers/${id}/email`} />;
  return (
    <div className="max-w-lg">
      <CustomerHeader customer={customer.value} title={CHANGE_EMAIL_TITLE} />
      <Card>
        <ChangeEmailForm customer={customer.value} action={changeEmailAction} />
        <PageLink href={`/customers/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {CANCEL_LABEL}
        </PageLink>
      </Card>
    </div>
  );
});
