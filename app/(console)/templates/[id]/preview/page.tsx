import type { Metadata } from 'next';
import { PreviewForm } from '#components/preview/preview-form.tsx';
import { TemplateHeader } from '#components/templates/template-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { templateTitle } from '#lib/format/template.ts';
import { exampleValues } from '#lib/forms/preview-examples.ts';
import { requirePageAccess } from '../../../page-access.ts';
import { loadTemplate } from '../loader.ts';
import { previewTemplateAction } from './actions.ts';

export const metadata: Metadata = { title: 'Preview with values' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ values?: string | string[] }>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await requirePageAccess(params, 'previewTemplate');
  const [read, { values }] = await Promise.all([loadTemplate(id), searchParams]);
  if (!read.ok) return <ServiceUnavailable failure={read.failure} retryHref={`/templates/${id}/preview`} />;
  const { size, designs = [] } = read.value;
  const variables = [...new Set(read.value.variable_names)];
  const example = values === 'example' ? exampleValues(variables) : undefined;
  return (
    <>
      <TemplateHeader template={read.value} title={`Preview “${templateTitle(read.value)}”`} />
      <PreviewForm
        // Other values are another form: what was typed into the one before doesn't stay in their place.
        key={example ? 'example' : 'own'}
        templateId={id}
        size={size}
        sideCount={designs.length}
        variables={variables}
        exampleValues={example}
        action={previewTemplateAction}
      />
    </>
  );
}
