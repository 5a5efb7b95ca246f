import type { Metadata } from 'next';
import { PreviewForm } from '#components/preview/preview-form.tsx';
import { TemplateHeader } from '#components/templates/template-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { templateTitle } from '#lib/format/template.ts';
import { exampleValues } from '#lib/forms/preview-examples.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadTemplate } from '../loader.ts';
import { previewTemplateAction } from './actions.ts';

export const metadata: Metadata = { title: 'Preview with values' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ values?: string | string[] }>;
}

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { id } = await requirePageAccess(params, 'previewTemplate');
  const [template, { values }] = await Promise.all([loadTemplate(id), searchParams]);
  if (!template.ok)
    return <ServiceUnavailable failure={template.failure} retryHref={`/templates/${id}/preview`} />;
  const { size, designs = [] } = template.value;
  const variables = [...new Set(template.value.variable_names)];
  const example = values === 'example' ? exampleValues(variables) : undefined;
  return (
    <>
      <TemplateHeader template={template.value} title={`Preview “${templateTitle(template.value)}”`} />
      <PreviewForm
        // A new key resets the form.
        // Without the reset, values that the member typed would override the example values.
        key={example ? 'example' : 'empty'}
        templateId={id}
        size={size}
        sideCount={designs.length}
        variables={variables}
        exampleValues={example}
        action={previewTemplateAction}
      />
    </>
  );
});
