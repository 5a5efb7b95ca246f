'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { draftHref } from '#lib/http/file-urls.ts';
import { DesignSheet } from './design-frame.tsx';

interface DraftDesignProps {
  /** Of the saved template: pictures that it shows are shown here too. */
  readonly templateId: number;
  readonly html: string;
  readonly size: string | undefined;
  readonly label: string;
  readonly className?: string;
  /** What shows `html` as it is at first, and how a form can post another into its place. Without one it is posted at once. */
  readonly initialFrame?: { readonly src: string | undefined; readonly frameName: string };
}

/**
 * A design that isn't saved: posted into its frame, whose answer has the policy of every design. Without JavaScript a
 * button shows it.
 */
export function DraftDesign({ templateId, html, size, label, className, initialFrame: first }: DraftDesignProps) {
  const id = useId();
  const action = draftHref(templateId);
  const nameOf = (frame: number) => (frame === 0 && first?.frameName) || `${id}${frame}`;
  const { frames, loaded } = useFrames(html, first !== undefined, (frame) => {
    postInto(nameOf(frame), action, html);
  });
  return (
    <>
      <DesignSheet size={size} label={label} className={className}>
        {frames.map((frame, i) => (
          <iframe
            key={frame}
            name={nameOf(frame)}
            title={label}
            src={frame === 0 ? first?.src : undefined}
            loading={frame === 0 ? 'lazy' : undefined}
            sandbox=""
            inert
            tabIndex={-1}
            onLoad={() => loaded(frame)}
            className={i > 0 ? 'invisible' : undefined}
          />
        ))}
      </DesignSheet>
      {first === undefined && (
        <form
          method="post"
          encType="multipart/form-data"
          action={action}
          target={nameOf(0)}
          className="mt-2 scripted:hidden"
        >
          <input type="hidden" name="html" value={html} />
          <button type="submit" className={buttonClass()}>
            Show preview
          </button>
        </form>
      )}
    </>
  );
}

/** A design can keep its frame from ever being done loading. */
const PATIENCE_MS = 3_000;

/**
 * A new frame for every new picture, and the old one until it is there. One frame for all would flash white in between,
 * and each picture would be a step of the browser's history.
 */
function useFrames(html: string, isShown: boolean, postTo: (frame: number) => void) {
  const post = useEffectEvent(postTo);
  const [frames, setFrames] = useState<readonly number[]>([0]);
  const made = useRef(0);
  /** Frames say that they have loaded as soon as they stand there empty, too. */
  const posted = useRef(0);
  const shown = useRef(isShown ? html : '');
  const newest = frames.at(-1) ?? 0;

  useEffect(() => {
    if (html === shown.current) return;
    shown.current = html;
    made.current += 1;
    const next = made.current;
    setFrames(([old = 0]) => [old, next]);
  }, [html]);
  const loaded = (frame: number) => {
    if (frame === posted.current) setFrames((all) => (all.at(-1) === frame ? [frame] : all));
  };
  const asGoodAsLoaded = useEffectEvent(loaded);
  useEffect(() => {
    if (newest === posted.current) return undefined;
    posted.current = newest;
    post(newest);
    const timer = setTimeout(() => asGoodAsLoaded(newest), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [newest]);

  return { frames, loaded };
}

/** A form of its own, because the field it is written in may stand in another form. */
function postInto(frameName: string, action: string, html: string): void {
  const form = document.createElement('form');
  form.hidden = true;
  form.method = 'post';
  form.enctype = 'multipart/form-data';
  form.action = action;
  form.target = frameName;
  const field = document.createElement('textarea');
  field.name = 'html';
  field.value = html;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
