import type { Metadata } from 'next';
import { CustomerHeader } from '#components/customers/customer-header.tsx';
import { DISMISS, EmailForm, QUESTION } from '#components/customers/email-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { emailAction } from '../actions.ts';
import { loadCustomer } from '../loader.ts';

export const metadata: Metadata = { title: QUESTION };

/** The form that a dialog holds where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'updateCustomer');
  const read = await loadCustomer(id);
  if (!read.ok) return <ServiceUnavailable failure={read.failure} again={`/customers/${id}/email`} />;
  return (
    <div className="max-w-lg">
      <CustomerHeader customer={read.value} title={QUESTION} />
      <Card>
        <EmailForm customer={read.value} action={emailAction} />
        <PageLink href={`/customers/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {DISMISS}
        </PageLink>
      </Card>
    </div>
  );
}
