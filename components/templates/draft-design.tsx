'use client';

import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { draftHref } from '#lib/http/file-urls.ts';
import { DesignSheet } from './design-frame.tsx';

interface DraftDesignProps {
  /** The id of the saved template. The draft can use its images. */
  readonly templateId: number;
  readonly html: string;
  readonly size: string | undefined;
  readonly label: string;
  readonly className?: string;
  /**
   * A frame that already shows the initial `html`, with the name that forms use to target the frame. Without
   * an initial frame, the draft is posted immediately.
   */
  readonly initialFrame?: { readonly src: string | undefined; readonly frameName: string };
}

/**
 * Shows an unsaved design. The HTML is posted into an iframe, so that the response has the same content security policy
 * as all designs. Without JavaScript, the user presses a button to show the design.
 */
export function DraftDesign({ templateId, html, size, label, className, initialFrame }: DraftDesignProps) {
  const id = useId();
  const action = draftHref(templateId);
  const frameName = (frame: number) => (frame === 0 && initialFrame?.frameName) || `${id}${frame}`;
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
          <input type="hidden" name="html" value={html} />
          <button type="submit" className={buttonClass()}>
            Show this side
          </button>
        </form>
      )}
    </>
  );
}

/** The longest time to wait for a frame to load, because a design can prevent its frame's load event. */
const LOAD_TIMEOUT_MS = 3_000;

/**
 * Adds a new frame for each change of `html` and keeps the old one until the new one has loaded. A single frame would
 * flash white during each change, and each change would add an entry to the browser's history.
 * @param isShown whether the initial frame already shows `html`
 */
function useFrames(html: string, isShown: boolean, postToFrame: (frame: number) => void) {
  const post = useEffectEvent(postToFrame);
  const [frames, setFrames] = useState<readonly number[]>([0]);
  const lastFrame = useRef(0);
  /**
   * The last frame that was posted to. Load events of other frames are ignored, because even empty frames
   * fire them.
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

/** Posts a temporary form, because the editor itself may be inside another form. */
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
