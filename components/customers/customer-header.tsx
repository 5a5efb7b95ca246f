import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { customerName } from '#lib/format/customer.ts';

interface CustomerHeaderProps {
  readonly customer: Customer;
  /** On pages below the customer's own: what they are for. Then the address in the crumbs leads back. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function CustomerHeader({ customer: { id, email }, title, children }: CustomerHeaderProps) {
  const name = customerName(id, email);
  const crumbs: Crumb[] = [{ label: 'Customers', href: '/customers' }];
  if (title !== undefined) crumbs.push({ label: name, href: `/customers/${id}` });
  const isNumbered = title === undefined && name === email;
  return (
    <PageHeader title={title ?? name} number={isNumbered ? id : undefined} crumbs={crumbs}>
      {children}
    </PageHeader>
  );
}
