import type { Metadata } from 'next';
import { DELETING, DeleteForm } from '#components/templates/delete.tsx';
import { TemplateHead } from '#components/templates/template-head.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { enter } from '../../../enter.ts';
import { deleteAction } from '../actions.ts';
import { readTemplate } from '../read.ts';

export const metadata: Metadata = { title: 'Are you sure?' };

/** The question that a dialog asks where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await enter(params, 'deleteTemplate');
  const read = await readTemplate(id);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/templates/${id}/delete`} />;
  return (
    <div className="max-w-lg">
      <TemplateHead template={read.value} title={DELETING.question(read.value)} />
      <Card>
        <DeleteForm templateId={id} action={deleteAction} />
        <PageLink href={`/templates/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {DELETING.dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
