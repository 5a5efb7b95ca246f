import type { Metadata } from 'next';
import { TemplatePage } from '#components/templates/template-page.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { hasJustChanged } from '#lib/data/activity.ts';
import { serviceNow } from '#lib/data/service.ts';
import { templateTitle } from '#lib/format/template.ts';
import { enter } from '../../enter.ts';
import { deleteAction } from './actions.ts';
import { readTemplate } from './read.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ saved?: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await enter(params, 'getTemplate');
  const read = await readTemplate(id);
  return { title: read.ok ? templateTitle(read.value) : `Template #${id}` };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await enter(params, 'getTemplate');
  const [read, zone, { saved }] = await Promise.all([readTemplate(id), viewingZone(), searchParams]);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/templates/${id}`} />;
  return (
    <TemplatePage
      template={read.value}
      zone={zone}
      now={serviceNow()}
      isSaved={saved === 'yes' && (await hasJustChanged({ templateId: id }))}
      mayEdit={mayRun(member.role, 'updateTemplate')}
      remove={mayRun(member.role, 'deleteTemplate') ? deleteAction : undefined}
    />
  );
}
