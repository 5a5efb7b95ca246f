'use client';

import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { SideTabs } from '#components/campaign/side-tabs.tsx';
import { useForm } from '#components/forms/action-form.tsx';
import { useLaterModule } from '#components/live/use-later-module.ts';
import { type Side, SidePanel } from './side-panel.tsx';

export interface SizeFacts {
  /** The size's `trimVariables`. */
  readonly variables: CSSProperties;
  /** The names of the sides. */
  readonly names: readonly string[];
  /** A note about the size. */
  readonly note: ReactNode;
}

interface SidesEditorProps {
  /** The size of the saved template. */
  readonly size: string;
  /** All known sizes, plus an empty entry for an unknown size. */
  readonly sizes: Readonly<Record<string, SizeFacts>>;
  readonly sides: readonly Side[];
  /** Names of the template's variables. */
  readonly variables: readonly string[];
  /** The URL that renders drafts. */
  readonly draftHref: string;
  /** Notes above the sides. */
  readonly children: ReactNode;
}

const PANEL_ID = 'side';
const loadTools = () => import('./editor-tools.tsx');

/**
 * An editor with a preview for each side. Without JavaScript, both sides are shown, one below the other. The
 * code that reacts to the member's changes is in editor-tools.tsx, which is loaded after the page.
 */
export function SidesEditor({ size: savedSize, sizes, sides, children, ...shared }: SidesEditorProps) {
  const { values, fields } = useForm().state;
  const [selected, setSelected] = useState(0);
  const [size, setSize] = useState(values?.size ?? savedSize);
  const tools = useLaterModule(loadTools);
  useEffect(() => {
    // Shows the first invalid side.
    if (fields?.front !== undefined) setSelected(0);
    else if (fields?.back !== undefined) setSelected(1);
  }, [fields]);

  const { variables, names = [], note } = sizes[size] ?? sizes[''] ?? {};
  const current = Math.min(selected, names.length - 1);
  return (
    <section style={variables} className="card">
      <div className="card-title">
        <h2>Design</h2>
        {names.length > 1 && (
          <SideTabs names={names} current={current} onChoose={setSelected} idPrefix={PANEL_ID} />
        )}
      </div>
      {children}
      {note}
      {sides.map((side, i) => (
        <div
          key={side.field}
          id={`${PANEL_ID}-${i}`}
          className={i === current ? '' : 'scriptless:mt-6 scripted:hidden'}
        >
          <SidePanel
            {...shared}
            side={side}
            tools={tools}
            isExcluded={tools !== undefined && i >= names.length}
          />
        </div>
      ))}
      {tools && <tools.LeaveGuard />}
      {tools && <tools.FormListeners onSelectSize={setSize} />}
    </section>
  );
}
