import type { Metadata } from 'next';
import { CustomerHead } from '#components/customers/customer-head.tsx';
import { DISMISS, EmailForm, QUESTION } from '#components/customers/email-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { enter } from '../../../enter.ts';
import { emailAction } from '../actions.ts';
import { readCustomer } from '../read.ts';

export const metadata: Metadata = { title: QUESTION };

/** The form that a dialog holds where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await enter(params, 'updateCustomer');
  const read = await readCustomer(id);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/customers/${id}/email`} />;
  return (
    <div className="max-w-lg">
      <CustomerHead customer={read.value} title={QUESTION} />
      <Card>
        <EmailForm customer={read.value} action={emailAction} />
        <PageLink href={`/customers/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {DISMISS}
        </PageLink>
      </Card>
    </div>
  );
}
