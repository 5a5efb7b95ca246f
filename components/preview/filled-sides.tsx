'use client';

import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { sideNames } from '#components/campaign/side-names.ts';
import { useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { FormTokenField } from '#components/forms/form-token.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { useLaterModule } from '#components/live/use-later-module.ts';
import { DesignSheet, type TrimSize } from '#components/templates/design-frame.tsx';
import { buttonClass } from '#components/ui/button.ts';

const loadDraftFrames = () => import('#components/templates/draft-frames.tsx');

interface FilledSidesProps {
  /** The id of the form with the values. */
  readonly formId: string;
  /** The URL that renders drafts. */
  readonly draftHref: string;
  readonly trim: TrimSize;
  /** The sides of the saved template. */
  readonly savedSides: readonly ReactNode[];
  /** What is shown: the saved sides, the sides with values, or none. */
  readonly savedNote: string;
  readonly filledNote: string;
  readonly emptyNote: ReactNode;
  /** The template's size. */
  readonly children: ReactNode;
}

/**
 * Shows the template's sides with the submitted values. Before the first submission, shows the saved sides
 * without values.
 */
export function FilledSides({ formId, draftHref, trim, savedSides, ...texts }: FilledSidesProps) {
  const { savedNote, filledNote, emptyNote, children } = texts;
  const { designs } = useForm().state;
  // After a rejected submission, the previous designs stay visible.
  const [filled, setFilled] = useState(designs);
  if (designs !== undefined && designs !== filled) setFilled(designs);
  // On phones, the preview is above the button, so the page scrolls up to each new preview.
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (filled) section.current?.scrollIntoView({ block: 'nearest' });
  }, [filled]);
  const script = useLaterModule(loadDraftFrames);
  const names = sideNames((filled ?? savedSides).length);
  // If the preview is beside the form, all sides and the button fit within the window's height.
  const fit = `calc((100dvh - ${14.5 + 2.75 * names.length}rem) / ${names.length || 1} * ${trim.width / trim.height})`;
  return (
    <section
      ref={section}
      aria-label="Preview"
      className="min-w-0 overflow-hidden rounded-xl border border-line bg-backdrop max-wide:order-first wide:sticky wide:top-4"
    >
      <div className="backdrop-dots grid justify-items-center gap-5 px-4 py-5.5 rail:px-8 rail:py-7">
        {names.length === 0 && emptyNote}
        {names.map((name, side) => {
          const html = filled?.[side];
          const label = `${name}, with your values`;
          const frameName = `draft-${side}`;
          return (
            <div key={name} style={{ '--fit': fit } as CSSProperties} className="w-full wide:max-w-(--fit)">
              <h2 className="mb-1.5 text-muted">{name}</h2>
              {html === undefined ? (
                savedSides[side]
              ) : (
                <>
                  <DesignSheet trim={trim} label={label} className="shadow-mailpiece">
                    <iframe name={frameName} title={label} sandbox="" inert tabIndex={-1} />
                    {script && (
                      <script.DraftFrames {...{ html, label, frameName }} action={draftHref} savedHtml="" />
                    )}
                  </DesignSheet>
                  <form
                    method="post"
                    encType="multipart/form-data"
                    action={draftHref}
                    target={frameName}
                    className={script === null ? 'mt-2' : 'mt-2 scripted:hidden'}
                  >
                    <FormTokenField />
                    <input type="hidden" name="html" value={html} />
                    <button type="submit" className={buttonClass()}>
                      Show this side
                    </button>
                  </form>
                </>
              )}
            </div>
          );
        })}
      </div>
      <div className="grid gap-2.5 border-t border-line bg-card px-4 py-2.5">
        <div className="flex items-center justify-between gap-4">
          <p role="status" className="text-sm text-muted">
            {filled ? filledNote : savedNote}
            {children}
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
