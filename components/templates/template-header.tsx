import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { templateTitle } from '#lib/format/template.ts';

interface TemplateHeaderProps {
  readonly template: Pick<Template, 'id' | 'name'>;
  /** The title of a subpage. On a subpage, the breadcrumbs include a link to the template. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function TemplateHeader({ template, title, children }: TemplateHeaderProps) {
  const name = templateTitle(template);
  const crumbs: Crumb[] = [{ label: 'Templates', href: '/templates' }];
  if (title !== undefined) crumbs.push({ label: name, href: `/templates/${template.id}` });
  return (
    <PageHeader
      title={title ?? name}
      number={title === undefined && template.name ? template.id : undefined}
      crumbs={crumbs}
    >
      {children}
    </PageHeader>
  );
}
