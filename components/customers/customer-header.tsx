import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { customerName } from '#lib/format/customer.ts';

interface CustomerHeaderProps {
  readonly customer: Customer;
  /** The title of a subpage. A subpage has a breadcrumb that links back to the customer. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function CustomerHeader({ customer: { id, email }, title, children }: CustomerHeaderProps) {
  const name = customerName(id, email);
  const crumbs: Crumb[] = [{ label: 'Customers', href: '/customers' }];
  if (title !== undefined) crumbs.push({ label: name, href: `/customers/${id}` });
  const showsNumber = title === undefined && name === email;
  return (
    <PageHeader title={title ?? name} number={showsNumber ? id : undefined} crumbs={crumbs}>
      {children}
    </PageHeader>
  );
}
