import { Checkbox } from '#components/forms/checkbox.tsx';

const LEGEND_CLASS = 'mb-1 text-sm font-semibold';

/** Checkboxes for what a share link shows besides the proof. */
export function VisiblePartsFields() {
  return (
    <fieldset>
      <legend className={LEGEND_CLASS}>What should guests see besides the proof?</legend>
      <Checkbox name="price" label="Price" />
      <Checkbox name="recipients" label="Recipients" hint="Names and addresses." />
      <Checkbox name="metadata" label="Metadata" />
    </fieldset>
  );
}

/** A checkbox for what guests can do with a share link. */
export function GuestActionFields() {
  return (
    <fieldset>
      <legend className={LEGEND_CLASS}>What can guests do?</legend>
      <Checkbox
        name="decide"
        label="Approve or request changes"
        hint="An approval covers this proof and these recipients. Any change voids the approval."
        defaultChecked
      />
    </fieldset>
  );
}
