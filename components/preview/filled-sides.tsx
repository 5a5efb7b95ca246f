'use client';

import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { sideNames } from '#components/campaign/mailpiece.ts';
import { useForm } from '#components/forms/action-form.tsx';
import { trimSizePx } from '#components/templates/design-box.ts';
import { SavedDesign } from '#components/templates/design-frame.tsx';
import { DraftDesign } from '#components/templates/draft-design.tsx';
import { isTemplateSize } from '#lib/contract/limits.ts';
import { sizeLabel } from '#lib/format/size.ts';

interface FilledSidesProps {
  readonly templateId: number;
  readonly size: string | undefined;
  /** How many sides the saved template has. */
  readonly savedSideCount: number;
}

/** The sides as they would print; until values are filled in, as they are saved. */
export function FilledSides({ templateId, size, savedSideCount: saved }: FilledSidesProps) {
  const { designs } = useForm().state;
  // A form that was refused leaves what was shown before.
  const [filled, setFilled] = useState(designs);
  if (designs !== undefined && designs !== filled) setFilled(designs);
  // On a phone it lies above the button that was pressed.
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (filled) section.current?.scrollIntoView({ block: 'nearest' });
  }, [filled]);
  const names = sideNames(filled?.length ?? saved);
  const trim = trimSizePx(size);
  // All sides at once in a window's height, where they stand beside the form.
  const fit = `calc((100dvh - ${9 + 3 * names.length}rem) / ${names.length || 1} * ${trim.width / trim.height})`;
  return (
    <section
      ref={section}
      aria-label="Preview"
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-desk max-wide:order-first wide:sticky wide:top-4"
    >
      <div className="desk-dots grid justify-items-center gap-5 px-4 py-5.5 rail:px-8 rail:py-7">
        {names.length === 0 && <p className="py-10 text-muted">This template has no designs to fill in.</p>}
        {names.map((name, side) => {
          const label = `${name}, ${filled ? 'with your values' : 'as saved'}`;
          const html = filled?.[side];
          return (
            <div key={name} style={{ '--fit': fit } as CSSProperties} className="w-full wide:max-w-(--fit)">
              <h2 className="mb-1.5 text-muted">{name}</h2>
              {html === undefined ? (
                <SavedDesign
                  templateId={templateId}
                  side={side}
                  size={size}
                  label={label}
                  className="shadow-piece"
                />
              ) : (
                <DraftDesign
                  templateId={templateId}
                  html={html}
                  size={size}
                  label={label}
                  className="shadow-piece"
                />
              )}
            </div>
          );
        })}
      </div>
      <p role="status" className="border-t border-line bg-card px-4 py-2.5 text-sm text-muted">
        {filled ? 'With your values, as it would print.' : 'As saved. Variables are in double braces.'}
        {isTemplateSize(size) && ` ${sizeLabel(size)}.`}
      </p>
    </section>
  );
}
