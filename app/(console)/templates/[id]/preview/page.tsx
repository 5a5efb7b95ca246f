import type { Metadata } from 'next';
import { PreviewForm } from '#components/preview/preview-form.tsx';
import { TemplateHead } from '#components/templates/template-head.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { exampleValues } from '#lib/format/preview-examples.ts';
import { templateTitle } from '#lib/format/template.ts';
import { enter } from '../../../enter.ts';
import { readTemplate } from '../read.ts';
import { previewAction } from './actions.ts';

export const metadata: Metadata = { title: 'Preview with values' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ values?: string | string[] }>;
}

export default async function Page({ params, searchParams }: PageProps) {
  const { id } = await enter(params, 'previewTemplate');
  const [read, { values }] = await Promise.all([readTemplate(id), searchParams]);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/templates/${id}/preview`} />;
  const { size, designs = [] } = read.value;
  const variables = [...new Set(read.value.variable_names)];
  const example = values === 'example' ? exampleValues(variables) : undefined;
  return (
    <>
      <TemplateHead template={read.value} title={`Preview “${templateTitle(read.value)}”`} />
      <PreviewForm
        // Other values are another form: what was typed into the one before doesn't stay in their place.
        key={example ? 'example' : 'own'}
        templateId={id}
        size={size}
        sides={designs.length}
        variables={variables}
        example={example}
        action={previewAction}
      />
    </>
  );
}
