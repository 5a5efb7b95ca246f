import { sideNames } from '#components/campaign/side-names.ts';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { formatPieces } from '#lib/format/size.ts';
import { capitalize } from '#lib/format/text.ts';
import { findProblem, SIDE_FIELDS, type SideField, sidesOf } from '#lib/forms/template-form.ts';
import { designHref, draftHref } from '#lib/http/file-urls.ts';
import { DesignSheet, trimSizePx, trimVariables } from '../design-frame.tsx';
import type { Side } from './side-panel.tsx';
import { SidesEditor, type SizeFacts } from './sides-editor.tsx';

interface DesignCardProps {
  readonly template: Template;
  /** Empty if the template's size is unknown. */
  readonly size: string;
}

/** The template's designs, with an editor and a preview for each side. */
export function DesignCard({ template, size }: DesignCardProps) {
  const { id, designs = [], variable_names = [] } = template;
  return (
    <SidesEditor
      size={size}
      sizes={Object.fromEntries(['', ...TEMPLATE_SIZES].map((each) => [each, sizeFacts(each)]))}
      sides={SIDE_FIELDS.map((field, side) => editedSide(template, field, side))}
      variables={variable_names}
      draftHref={draftHref(id)}
    >
      {designs.length > SIDE_FIELDS.length && (
        <Note tone="amber">Only two of this template’s {designs.length} designs can be saved.</Note>
      )}
    </SidesEditor>
  );
}

function sizeFacts(size: string): SizeFacts {
  const sideCount = sidesOf(size);
  return {
    variables: trimVariables(trimSizePx(size)),
    names: sideNames(sideCount),
    note: sideCount === 1 && (
      <p className="mb-3 text-sm text-muted">
        {capitalize(formatPieces(undefined, size))} have one side.
        <span className="scriptless:hidden">
          {' '}
          The design for the back stays in the editor, but it won’t be saved.
        </span>
      </p>
    ),
  };
}

function editedSide({ id, designs = [] }: Template, field: SideField, side: number): Side {
  const name = sideNames(SIDE_FIELDS.length)[side] ?? field;
  const html = designs[side];
  const label = `${name}, unsaved preview`;
  const frameName = `preview-${field}`;
  const hintId = `${field}-hint`;
  const sheetId = `${field}-sheet`;
  return {
    field,
    html: html ?? '',
    problem: findProblem(html ?? ''),
    label: `${name}, HTML`,
    hintId,
    hint: (
      <p id={hintId} className="mt-1.5 text-xs text-muted">
        <span className="scriptless:hidden">
          Press Tab to leave the editor or Ctrl-F (⌘F) to search. Type {'{{'} to insert a variable.
        </span>
        <span className="scripted:hidden">
          Variables in {'{{double braces}}'} are filled in when the mailpiece is printed.
        </span>
      </p>
    ),
    draft: { sheetId, frameName, label },
    preview: (
      <div className="min-w-0 rounded-lg border border-line bg-backdrop p-4 wide:sticky wide:top-4">
        <DesignSheet id={sheetId} label={label} className="shadow-mailpiece">
          <iframe
            name={frameName}
            title={label}
            src={html === undefined ? undefined : designHref(id, side)}
            loading="lazy"
            sandbox=""
            inert
            tabIndex={-1}
          />
        </DesignSheet>
        <button
          type="submit"
          name="show"
          value={field}
          formAction={draftHref(id)}
          formTarget={frameName}
          formNoValidate
          className={buttonClass('plain', 'mt-3 scripted:hidden')}
        >
          Show preview
        </button>
      </div>
    ),
  };
}
