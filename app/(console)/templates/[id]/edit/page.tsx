import type { Metadata } from 'next';
import { TemplateEditor } from '#components/templates/editor/template-editor.tsx';
import { TemplateHeader } from '#components/templates/template-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { templateVersion } from '#lib/data/templates.ts';
import { templateTitle } from '#lib/format/template.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadTemplate } from '../loader.ts';
import { saveTemplateAction } from './actions.ts';

export const metadata: Metadata = { title: 'Edit template' };

export default consolePage(async function EditPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'updateTemplate');
  const result = await loadTemplate(id);
  if (!result.ok) return <ServiceUnavailable failure={result.failure} retryHref={`/templates/${id}/edit`} />;
  const template = result.value;
  return (
    <>
      <TemplateHeader template={template} title={`Edit “${templateTitle(template)}”`} />
      <TemplateEditor template={template} version={templateVersion(template)} action={saveTemplateAction} />
    </>
  );
});
