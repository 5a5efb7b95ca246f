'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { FormTokenField } from '#components/forms/form-token.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { draftHref } from '#lib/http/file-urls.ts';
import { DesignSheet } from './design-frame.tsx';

interface DraftDesignProps {
  /** The id of the saved template. The draft can use the saved template's images. */
  readonly templateId: number;
  readonly html: string;
  readonly size: string | undefined;
  readonly label: string;
  readonly className?: string;
  /**
   * The URL of a frame that shows the initial `html`, and the frame's name, which forms use as their target.
   * Without an initial frame, the draft is posted immediately.
   */
  readonly initialFrame?: { readonly src: string | undefined; readonly frameName: string };
}

/**
 * Shows an unsaved design. The HTML is posted into an iframe, so that the draft gets the same content
 * security policy as a saved design. Without JavaScript, the user presses a button to show the design.
 */
export function DraftDesign({ templateId, html, size, label, className, initialFrame }: DraftDesignProps) {
  const id = useId();
  const action = draftHref(templateId);
  // React's ids begin with an underscore, but HTML reserves frame names that begin with an underscore.
  const frameName = (frame: number) => (frame === 0 && initialFrame?.frameName) || `draft-${id}${frame}`;
  const { frames, handleLoad } = useFrames(html, initialFrame !== undefined, (frame) => {
    postHtml(frameName(frame), action, html);
  });
  return (
    <>
      <DesignSheet size={size} label={label} className={className}>
        {frames.map((frame, i) => (
          <iframe
            key={frame}
            name={frameName(frame)}
            title={label}
            src={frame === 0 ? initialFrame?.src : undefined}
            loading={frame === 0 ? 'lazy' : undefined}
            sandbox=""
            inert
            tabIndex={-1}
            onLoad={() => handleLoad(frame)}
            className={i > 0 ? 'invisible' : undefined}
          />
        ))}
      </DesignSheet>
      {initialFrame === undefined && (
        <form
          method="post"
          encType="multipart/form-data"
          action={action}
          target={frameName(0)}
          className="mt-2 scripted:hidden"
        >
          <FormTokenField />
          <input type="hidden" name="html" value={html} />
          <button type="submit" className={buttonClass()}>
            Show this side
          </button>
        </form>
      )}
    </>
  );
}

/**
 * The maximum time to wait for a frame's load event. A design can keep its frame from firing the load event.
 */
const LOAD_TIMEOUT_MS = 3_000;

/**
 * Adds a frame for each change to `html`, and keeps the old frame until the new frame has loaded. With a
 * single frame, each change would cause a white flash and add an entry to the browser's history.
 * @param isShown true if the initial frame already shows `html`
 */
function useFrames(html: string, isShown: boolean, postToFrame: (frame: number) => void) {
  const post = useEffectEvent(postToFrame);
  const [frames, setFrames] = useState<readonly number[]>([0]);
  const lastFrame = useRef(0);
  /**
   * The frame that received the latest HTML. Other frames' load events are ignored, because even empty frames
   * fire load events.
   */
  const postedFrame = useRef(0);
  const framedHtml = useRef(isShown ? html : '');
  const newest = frames.at(-1) ?? 0;

  useEffect(() => {
    if (html === framedHtml.current) return;
    framedHtml.current = html;
    lastFrame.current += 1;
    const next = lastFrame.current;
    setFrames(([old = 0]) => [old, next]);
  }, [html]);
  const handleLoad = (frame: number) => {
    if (frame === postedFrame.current) setFrames((all) => (all.at(-1) === frame ? [frame] : all));
  };
  const handleTimeout = useEffectEvent(handleLoad);
  useEffect(() => {
    if (newest === postedFrame.current) return undefined;
    postedFrame.current = newest;
    post(newest);
    const timer = setTimeout(() => handleTimeout(newest), LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [newest]);

  return { frames, handleLoad };
}

/**
 * Posts the HTML with a temporary form. The editor may already be inside a form, and forms can't be nested.
 */
function postHtml(frameName: string, action: string, html: string): void {
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
