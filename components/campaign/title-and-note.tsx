import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { HiddenField } from '#components/forms/hidden-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { renamedTemplate } from '#lib/domain/template-name.ts';
import type { StoredTitleAndNote } from '#lib/domain/title-and-note.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { MAX_NOTE_LENGTH, MAX_TITLE_LENGTH } from '#lib/input-limits.ts';

const LINK_CLASS = 'underline decoration-edge underline-offset-3 hover:text-ink hover:decoration-current';

const titlePath = (campaignId: number) => `/campaigns/${campaignId}/title`;

interface HeaderNoteProps {
  readonly campaign: { readonly id: number };
  readonly given: StoredTitleAndNote;
  /** The template's name when Mailroom first read the campaign. */
  readonly template: string | undefined;
  readonly currentTemplate: string | undefined;
  readonly can: { readonly editTitle: boolean };
}

/** Shows the template's name if the campaign has its own title, and a link to the title form. */
export function HeaderNote({ campaign, given, template, currentTemplate, can }: HeaderNoteProps) {
  const newName = renamedTemplate({ first: template, current: currentTemplate });
  const hasTitle = given.title !== null;
  const isEmpty = !hasTitle && given.note === null;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {hasTitle && template !== undefined && (
        <span className="min-w-0 wrap-anywhere">
          Template: <bdi>{template}</bdi>
        </span>
      )}
      {newName !== undefined && (
        <span className="min-w-0 wrap-anywhere">
          Template renamed to “<bdi>{newName}</bdi>”
        </span>
      )}
      {can.editTitle && (
        <PageLink href={titlePath(campaign.id)} className={LINK_CLASS}>
          {isEmpty ? 'Add title or note' : 'Edit title and note'}
        </PageLink>
      )}
    </span>
  );
}

interface NoteCardProps {
  readonly given: StoredTitleAndNote;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** The note that members wrote about the campaign, if any. */
export function NoteCard({ given, dateSettings, now }: NoteCardProps) {
  const { note, changedBy, changedAt } = given;
  if (note === null) return null;
  return (
    <Card title="Note">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {note}
      </p>
      {changedAt !== null && (
        <p className="mt-2 text-sm text-muted">
          Edited {formatMoment(changedAt, dateSettings, now)} by{' '}
          <bdi className="wrap-anywhere">{changedBy}</bdi>
        </p>
      )}
    </Card>
  );
}

interface TitleFormProps {
  readonly campaignId: number;
  readonly given: StoredTitleAndNote;
  /** The template's name, which serves as the title of a campaign without its own title. */
  readonly template: string | undefined;
  readonly action: FormAction;
}

export function TitleForm({ campaignId, given, template, action }: TitleFormProps) {
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <HiddenField name="revision" value={given.revision} />
      <p className="text-muted">
        Only members of your team see the title and the note. The mail service and guests can’t see them.
      </p>
      <FormMessage />
      <Field
        name="title"
        label="Title (optional)"
        hint={
          template === undefined ? undefined : (
            <>
              Without a title, the template’s name is shown: “<bdi className="wrap-anywhere">{template}</bdi>
              ”.
            </>
          )
        }
        maxLength={MAX_TITLE_LENGTH}
        autoComplete="off"
        dir="auto"
        defaultValue={given.title ?? undefined}
      />
      <TextArea
        name="note"
        label="Note (optional)"
        rows={6}
        maxLength={MAX_NOTE_LENGTH}
        dir="auto"
        defaultValue={given.note ?? undefined}
      />
      <SubmitButton>Save title and note</SubmitButton>
    </ActionForm>
  );
}
