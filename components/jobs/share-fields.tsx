import { DaysField } from '#components/forms/days-field.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { GuestActionFields, VisiblePartsFields } from '#components/share-links/guest-fields.tsx';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';
import { MAX_SHARE_MESSAGE_LENGTH } from '#lib/input-limits.ts';

/** The fields for the links that campaigns' customers get by email. */
export function ShareFields() {
  return (
    <>
      <p className="text-muted">
        Each campaign’s customer gets an email with a link to the proof. You’ll see every address before
        anything is sent.
      </p>
      <TextArea
        name="message"
        label="Message (optional)"
        hint="The same in every email."
        rows={4}
        maxLength={MAX_SHARE_MESSAGE_LENGTH}
        dir="auto"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DaysField noun="link" days={SHARE_LINK_DAYS} />
      </div>
      <VisiblePartsFields />
      <GuestActionFields />
    </>
  );
}
