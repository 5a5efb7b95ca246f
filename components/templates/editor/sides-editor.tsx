'use client';

import { useEffect, useState } from 'react';
import { SideTabs } from '#components/campaign/proof-toolbar.tsx';
import { sideNames } from '#components/campaign/mailpiece.ts';
import { useForm } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import type { Template } from '#lib/contract/resources.ts';
import { variablesIn } from '#lib/domain/template-variables.ts';
import { pieces } from '#lib/format/size.ts';
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
  /** As it is chosen now. */
  readonly size: string;
  readonly onEdit: () => void;
}

const PANEL = 'side';

/** An editor for each side with its picture. Without JavaScript both lie there, one below the other. */
export function SidesEditor({ template, size, onEdit }: SidesEditorProps) {
  const { state } = useForm();
  const [chosen, setChosen] = useState(0);
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  useEffect(() => {
    const wrong = SIDE_FIELDS.findIndex((field) => state.fields?.[field] !== undefined);
    if (wrong >= 0) setChosen(wrong);
  }, [state]);

  const names = sideNames(sidesOf(size));
  const current = Math.min(chosen, names.length - 1);
  const written = template.designs?.length ?? 0;
  return (
    <Card
      title="Design"
      aside={names.length > 1 && <SideTabs names={names} current={current} onChoose={setChosen} id={PANEL} />}
    >
      {written > SIDE_FIELDS.length && (
        <Note tone="amber">
          This template has {written} designs. The mail service accepts at most two, so saving removes the
          others.
        </Note>
      )}
      {names.length === 1 && (
        <p className="mb-3 text-sm text-muted">
          {pieces(undefined, size).replace(/^./, (letter) => letter.toUpperCase())} have one side.
          <span className="scriptless:hidden"> Anything on the back stays in this form but isn’t saved.</span>
        </p>
      )}
      {SIDE_FIELDS.map((field, side) => (
        <div
          key={field}
          id={`${PANEL}-${side}`}
          className={side === current ? '' : 'scriptless:mt-6 scripted:hidden'}
        >
          <SidePanel
            template={template}
            field={field}
            size={size}
            isExcluded={isScripted && side >= names.length}
            onEdit={onEdit}
          />
        </div>
      ))}
    </Card>
  );
}

/** How long a pause in writing lets the picture follow. */
const PAUSE_MS = 400;

interface SidePanelProps extends SidesEditorProps {
  readonly field: SideField;
  readonly isExcluded: boolean;
}

function SidePanel({ template, field, size, isExcluded: isLeftOut, onEdit }: SidePanelProps) {
  const { state } = useForm();
  const side = SIDE_FIELDS.indexOf(field);
  const saved = template.designs?.[side];
  const [text, setText] = useState(state.values?.[field] ?? saved ?? '');
  const drawn = useSettled(text);
  const known = template.variable_names ?? [];
  const label = sideNames(2)[side] ?? field;
  const frameName = `picture-${field}`;
  const isTooLarge = designBytes(drawn) > MAX_DESIGN_BYTES;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
      <SideEditor
        name={field}
        label={`${label}, HTML`}
        text={text}
        variables={known}
        unlisted={variablesIn(drawn).filter((name) => !known.includes(name))}
        isTooLarge={isTooLarge}
        isExcluded={isLeftOut}
        onChange={(now) => {
          setText(now);
          onEdit();
        }}
      />
      <div className="min-w-0 rounded-lg border border-line bg-desk p-4 wide:sticky wide:top-4">
        <DraftDesign
          templateId={template.id}
          html={isTooLarge ? '' : drawn}
          size={size}
          label={`${label}, unsaved preview`}
          className="shadow-piece"
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

/** A text as it was when it last came to rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
