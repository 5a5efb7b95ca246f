import type { ReactNode } from 'react';
import type { Template } from '#lib/contract/resources.ts';
import { templateTitle } from '#lib/format/template.ts';
import { type Crumb, PageHead } from '../ui/page-head.tsx';

interface TemplateHeadProps {
  readonly template: Pick<Template, 'id' | 'name'>;
  /** On pages below the template's own: what they are for. Then its name in the crumbs leads back. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function TemplateHead({ template, title, children }: TemplateHeadProps) {
  const name = templateTitle(template);
  const crumbs: Crumb[] = [{ label: 'Templates', href: '/templates' }];
  if (title !== undefined) crumbs.push({ label: name, href: `/templates/${template.id}` });
  return (
    <PageHead
      title={title ?? name}
      number={title === undefined && template.name ? template.id : undefined}
      crumbs={crumbs}
    >
      {children}
    </PageHead>
  );
}
