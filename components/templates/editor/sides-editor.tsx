'use client';

import { useEffect, useState } from 'react';
import { sideNames } from '#components/campaign/mailpiece.ts';
import { SideTabs } from '#components/campaign/proof-toolbar.tsx';
import { useForm } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { variablesIn } from '#lib/domain/template-variables.ts';
import { formatPieces } from '#lib/format/size.ts';
import {
  designBytes,
  MAX_DESIGN_BYTES,
  SIDE_FIELDS,
  type SideField,
  sidesOf,
} from '#lib/forms/template-form.ts';
import { designHref, draftHref } from '#lib/http/file-urls.ts';
import { DraftDesign } from '../draft-design.tsx';
import { SideEditor } from './side-editor.tsx';

interface SidesEditorProps {
  readonly template: Template;
  /** The currently selected size. */
  readonly size: string;
  readonly onEdit: () => void;
}

const PANEL_ID = 'side';

/** An editor with a preview for each side. Without JavaScript, both sides are shown, one below the other. */
export function SidesEditor({ template, size, onEdit }: SidesEditorProps) {
  const { state } = useForm();
  const [selected, setSelected] = useState(0);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    const firstInvalid = SIDE_FIELDS.findIndex((field) => state.fields?.[field] !== undefined);
    if (firstInvalid >= 0) setSelected(firstInvalid);
  }, [state]);

  const names = sideNames(sidesOf(size));
  const current = Math.min(selected, names.length - 1);
  const designCount = template.designs?.length ?? 0;
  return (
    <Card
      title="Design"
      aside={
        names.length > 1 && (
          <SideTabs names={names} current={current} onChoose={setSelected} idPrefix={PANEL_ID} />
        )
      }
    >
      {designCount > SIDE_FIELDS.length && (
        <Note tone="amber">Only two of this template’s {designCount} designs can be saved.</Note>
      )}
      {names.length === 1 && (
        <p className="mb-3 text-sm text-muted">
          {formatPieces(undefined, size).replace(/^./, (letter) => letter.toUpperCase())} have one side.
          <span className="scriptless:hidden">
            {' '}
            The design for the back stays in the editor, but it won’t be saved.
          </span>
        </p>
      )}
      {SIDE_FIELDS.map((field, side) => (
        <div
          key={field}
          id={`${PANEL_ID}-${side}`}
          className={side === current ? '' : 'scriptless:mt-6 scripted:hidden'}
        >
          <SidePanel
            template={template}
            field={field}
            size={size}
            isExcluded={isHydrated && side >= names.length}
            onEdit={onEdit}
          />
        </div>
      ))}
    </Card>
  );
}

/** The delay between the last change and the preview update. */
const DEBOUNCE_MS = 400;

interface SidePanelProps extends SidesEditorProps {
  readonly field: SideField;
  readonly isExcluded: boolean;
}

function SidePanel({ template, field, size, isExcluded, onEdit }: SidePanelProps) {
  const { state } = useForm();
  const side = SIDE_FIELDS.indexOf(field);
  const saved = template.designs?.[side];
  const [text, setText] = useState(state.values?.[field] ?? saved ?? '');
  const debouncedText = useDebounced(text);
  const variables = template.variable_names ?? [];
  const label = sideNames(2)[side] ?? field;
  const frameName = `preview-${field}`;
  const isTooLarge = designBytes(debouncedText) > MAX_DESIGN_BYTES;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
      <SideEditor
        name={field}
        label={`${label}, HTML`}
        text={text}
        variables={variables}
        unlisted={variablesIn(debouncedText).filter((name) => !variables.includes(name))}
        isTooLarge={isTooLarge}
        isExcluded={isExcluded}
        onChange={(newText) => {
          setText(newText);
          onEdit();
        }}
      />
      <div className="min-w-0 rounded-lg border border-line bg-backdrop p-4 wide:sticky wide:top-4">
        <DraftDesign
          templateId={template.id}
          html={isTooLarge ? '' : debouncedText}
          size={size}
          label={`${label}, unsaved preview`}
          className="shadow-mailpiece"
          initialFrame={{ src: saved === undefined ? undefined : designHref(template.id, side), frameName }}
        />
        <button
          type="submit"
          name="show"
          value={field}
          formAction={draftHref(template.id)}
          formTarget={frameName}
          formNoValidate
          className={buttonClass('plain', 'mt-3 scripted:hidden')}
        >
          Show preview
        </button>
      </div>
    </div>
  );
}

/** @returns the text, updated 400 ms after the last change */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
