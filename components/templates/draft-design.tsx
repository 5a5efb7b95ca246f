'use client';

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { draftHref } from '#lib/format/files.ts';
import { buttonClass } from '../ui/button.ts';
import { DesignSheet } from './design-frame.tsx';

interface DraftDesignProps {
  /** Of the saved template: pictures that it shows are shown here too. */
  readonly templateId: number;
  readonly html: string;
  readonly size: string | undefined;
  readonly label: string;
  readonly className?: string;
  /**
   * What is shown before anything else: the address of a frame that holds `html` as it is at first. Without one, `html`
   * is posted at once.
   */
  readonly src?: string;
  /** The first frame's, for forms of other makings to post into. */
  readonly frameName?: string;
}

/**
 * A design that isn't saved: posted into its frame, whose answer has the policy of every design. Without JavaScript a
 * button shows it.
 */
export function DraftDesign({ templateId, html, size, label, className, src, frameName }: DraftDesignProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { frames, newest, loaded } = useFrames(html, src !== undefined, form);
  const nameOf = (frame: number) => (frame === 0 && frameName) || `${id}${frame}`;
  return (
    <>
      <DesignSheet size={size} label={label} className={className}>
        {frames.map((frame) => (
          <iframe
            key={frame}
            name={nameOf(frame)}
            title={label}
            src={frame === 0 ? src : undefined}
            sandbox=""
            inert
            tabIndex={-1}
            onLoad={() => loaded(frame)}
            className={frames.length > 1 && frame === newest ? 'invisible' : undefined}
          />
        ))}
      </DesignSheet>
      <form
        ref={form}
        method="post"
        encType="multipart/form-data"
        action={draftHref(templateId)}
        target={nameOf(newest)}
      >
        <input type="hidden" name="html" value={html} />
        {src === undefined && (
          <button type="submit" className={buttonClass('plain', 'mt-2 scripted:hidden')}>
            Show it
          </button>
        )}
      </form>
    </>
  );
}

/**
 * A new frame for every new picture, and the old one until it is there. One frame for all would flash white in between,
 * and each picture would be a step of the browser's history.
 */
function useFrames(html: string, isShown: boolean, form: RefObject<HTMLFormElement | null>) {
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
  useEffect(() => {
    if (newest === 0) return;
    posted.current = newest;
    form.current?.submit();
  }, [newest, form]);

  const loaded = (frame: number) => {
    if (frame === posted.current && frame === newest) setFrames([frame]);
  };
  return { frames, newest, loaded };
}
