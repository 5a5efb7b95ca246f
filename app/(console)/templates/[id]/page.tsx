import type { Metadata } from 'next';
import { TemplatePage } from '#components/templates/template-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { templateTitle } from '#lib/format/template.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { withErrorTitles } from '../../../page-error.tsx';
import { findConfirmedChange } from '../../confirmation.ts';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import { deleteTemplateAction } from './actions.ts';
import { loadTemplate } from './loader.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const generateMetadata = withErrorTitles(async ({ params }: PageProps): Promise<Metadata> => {
  const { id } = await requirePageAccess(params, 'getTemplate');
  const template = await loadTemplate(id);
  return { title: template.ok ? templateTitle(template.value) : `Template #${id}` };
});

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'getTemplate');
  const [template, dateSettings, change] = await Promise.all([
    loadTemplate(id),
    readDateSettings(),
    findConfirmedChange('templateId', await searchParams),
  ]);
  if (!template.ok) return <ServiceUnavailable failure={template.failure} retryHref={`/templates/${id}`} />;
  return (
    <TemplatePage
      template={template.value}
      dateSettings={dateSettings}
      now={serviceNow()}
      isSaved={change?.operation === 'updateTemplate' && change.subjectId === id}
      canEdit={isAllowed(member.role, 'updateTemplate')}
      deleteAction={isAllowed(member.role, 'deleteTemplate') ? deleteTemplateAction : undefined}
    />
  );
});
