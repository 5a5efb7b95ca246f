/** The checkbox of a row. The label covers the whole cell, so that the checkbox is easy to click. */
export function RowCheckbox({ id, name, isSelected }: { id: number; name: string; isSelected: boolean }) {
  return (
    <label>
      <input type="checkbox" name="id" value={id} defaultChecked={isSelected} aria-label={`Select ${name}`} />
    </label>
  );
}

/** The checkbox in the column's heading, which selects every row on the page. */
export function PageCheckbox() {
  return (
    <label className="scriptless:hidden">
      <input type="checkbox" data-select-page="" aria-label="Select this page" />
    </label>
  );
}
