import type { Metadata } from 'next';
import { DeleteTemplateForm, deleteConfirmation } from '#components/templates/delete-template.tsx';
import { TemplateHeader } from '#components/templates/template-header.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { deleteTemplateAction } from '../actions.ts';
import { loadTemplate } from '../loader.ts';

export const metadata: Metadata = { title: 'Confirm' };

/** Shows the confirmation from DeleteTemplateDialog on a separate page, for browsers without JavaScript. */
export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'deleteTemplate');
  const template = await loadTemplate(id);
  if (!template.ok)
    return <ServiceUnavailable failure={template.failure} retryHref={`/templates/${id}/delete`} />;
  return (
    <div className="max-w-lg">
      <TemplateHeader template={template.value} title={deleteConfirmation.title(template.value)} />
      <Card>
        <DeleteTemplateForm templateId={id} action={deleteTemplateAction} />
        <PageLink href={`/templates/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {deleteConfirmation.cancelLabel}
        </PageLink>
      </Card>
    </div>
  );
});
