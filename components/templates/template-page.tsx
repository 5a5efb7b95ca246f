import { MetadataCard } from '#components/campaign/metadata-card.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { variableUses } from '#lib/format/template.ts';
import { MISSING, orMissing } from '#lib/format/text.ts';
import { DeleteTemplateButton, DeleteTemplateDialog } from './delete-template.tsx';
import { DesignViewer } from './design-viewer.tsx';
import { TemplateHeader } from './template-header.tsx';
import { Variables } from './variables.tsx';

interface TemplatePageProps {
  readonly template: Template;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** True if the member just saved a change. */
  readonly isSaved: boolean;
  readonly canEdit: boolean;
  /** Undefined if the member's role doesn't allow deleting templates. */
  readonly deleteAction: FormAction | undefined;
}

export function TemplatePage(props: TemplatePageProps) {
  const { template, isSaved, canEdit, deleteAction } = props;
  const { id, description, meta_data } = template;
  return (
    <>
      <TemplateHeader template={template}>
        <PageLink href={`/templates/${id}/preview`} className={buttonClass(canEdit ? 'plain' : 'primary')}>
          Preview with values
        </PageLink>
        {canEdit && (
          <PageLink href={`/templates/${id}/edit`} className={buttonClass('primary')}>
            Edit
          </PageLink>
        )}
      </TemplateHeader>
      {isSaved && <Confirmation>Template saved. New campaigns use this version.</Confirmation>}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5">
        <div className="grid min-w-0 gap-4">
          <DesignViewer template={template} />
          <Variables uses={variableUses(template)} sideCount={template.designs?.length ?? 0} />
        </div>
        <div className="grid min-w-0 gap-4">
          <Card title="Description">
            <p dir="auto" className="whitespace-pre-wrap">
              {orMissing(description)}
            </p>
          </Card>
          <Details {...props} />
          <MetadataCard pairs={meta_data ?? {}} />
          {deleteAction && (
            <Card title="More">
              <DeleteTemplateButton templateId={id} />
            </Card>
          )}
        </div>
      </div>
      {deleteAction && <DeleteTemplateDialog template={template} action={deleteAction} />}
    </>
  );
}

function Details({ template, dateSettings, now }: TemplatePageProps) {
  const { size, designs, created_at, updated_at } = template;
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Size', sizeLabel(size)],
          ['Sides', designs?.length ?? MISSING],
          ['Created', formatStandaloneMoment(parseTimestamp(created_at), dateSettings, now)],
          ['Updated', formatStandaloneMoment(parseTimestamp(updated_at), dateSettings, now)],
        ]}
      />
    </Card>
  );
}
