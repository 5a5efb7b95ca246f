'use client';

import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { sideNames } from '#components/campaign/mailpiece.ts';
import { useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { SavedDesign, trimSizePx } from '#components/templates/design-frame.tsx';
import { DraftDesign } from '#components/templates/draft-design.tsx';
import { isTemplateSize } from '#lib/contract/sizes.ts';
import { sizeLabel } from '#lib/format/size.ts';

interface FilledSidesProps {
  /** The id of the form with the values. */
  readonly formId: string;
  readonly templateId: number;
  readonly size: string | undefined;
  /** The number of sides in the saved template. */
  readonly savedSideCount: number;
}

/**
 * Shows the template's sides with the submitted values. Before the first submission, shows the saved sides
 * without values.
 */
export function FilledSides({ formId, templateId, size, savedSideCount }: FilledSidesProps) {
  const { designs } = useForm().state;
  // After a rejected submission, the previous designs stay visible.
  const [filled, setFilled] = useState(designs);
  if (designs !== undefined && designs !== filled) setFilled(designs);
  // On phones, the preview is above the button, so the page scrolls up to each new preview.
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (filled) section.current?.scrollIntoView({ block: 'nearest' });
  }, [filled]);
  const names = sideNames(filled?.length ?? savedSideCount);
  const trim = trimSizePx(size);
  // If the preview is beside the form, all sides and the button fit within the window's height.
  const fit = `calc((100dvh - ${14.5 + 2.75 * names.length}rem) / ${names.length || 1} * ${trim.width / trim.height})`;
  return (
    <section
      ref={section}
      aria-label="Preview"
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-backdrop max-wide:order-first wide:sticky wide:top-4"
    >
      <div className="backdrop-dots grid justify-items-center gap-5 px-4 py-5.5 rail:px-8 rail:py-7">
        {names.length === 0 && <p className="py-10 text-muted">This template has no designs to preview.</p>}
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
                  className="shadow-mailpiece"
                />
              ) : (
                <DraftDesign
                  templateId={templateId}
                  html={html}
                  size={size}
                  label={label}
                  className="shadow-mailpiece"
                />
              )}
            </div>
          );
        })}
      </div>
      <div className="grid gap-2.5 border-t border-line bg-card px-4 py-2.5">
        <div className="flex items-center justify-between gap-4">
          <p role="status" className="text-sm text-muted">
            {filled
              ? 'Print preview with your values.'
              : 'Saved template. Variables appear in double braces.'}
            {isTemplateSize(size) && (
              <>
                {' '}
                <span className="whitespace-nowrap">{sizeLabel(size)}.</span>
              </>
            )}
          </p>
          <SubmitButton form={formId} className="shrink-0 max-wide:hidden">
            Show preview
          </SubmitButton>
        </div>
        <div className="not-has-[[role=alert]>*]:hidden max-wide:hidden">
          <FormMessage />
        </div>
      </div>
    </section>
  );
}
