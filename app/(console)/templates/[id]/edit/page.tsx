import type { Metadata } from 'next';
import { TemplateEditor } from '#components/templates/editor/template-editor.tsx';
import { TemplateHead } from '#components/templates/template-head.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { templateVersion } from '#lib/data/templates.ts';
import { templateTitle } from '#lib/format/template.ts';
import { enter } from '../../../enter.ts';
import { readTemplate } from '../read.ts';
import { saveAction } from './actions.ts';

export const metadata: Metadata = { title: 'Edit template' };

export default async function EditPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await enter(params, 'updateTemplate');
  const read = await readTemplate(id);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/templates/${id}/edit`} />;
  const template = read.value;
  return (
    <>
      <TemplateHead template={template} title={`Edit “${templateTitle(template)}”`} />
      <TemplateEditor template={template} seen={templateVersion(template)} action={saveAction} />
    </>
  );
}
