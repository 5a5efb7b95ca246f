'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findProblem } from '#lib/forms/template-form.ts';

interface DraftFramesProps {
  /** The URL that renders the draft. */
  readonly action: string;
  /** If the draft is too large, an empty one is shown instead. */
  readonly html: string;
  /** The HTML that the page's first frame shows. Empty if the first frame is empty. */
  readonly savedHtml: string;
  readonly label: string;
  /** The name of the page's first frame. */
  readonly frameName: string;
}

/**
 * The maximum time to wait for a frame's load event. A design can keep its frame from firing the load event.
 */
const LOAD_TIMEOUT_MS = 3_000;

/**
 * Adds a frame for each change to `html`, and keeps the old frame until the new frame has loaded. With a
 * single frame, each change would cause a white flash and add an entry to the browser's history. The page's first frame
 * is the element before these frames. CSS hides it once another frame has loaded (see `.sheet` in theme.css).
 */
export function DraftFrames({ html: typed, ...props }: DraftFramesProps) {
  const { action, savedHtml, label, frameName } = props;
  const html = findProblem(typed) ? '' : typed;
  /** The frames' numbers: the visible frame, and the frame that is loading. 0 is the page's first frame. */
  const [frames, setFrames] = useState<readonly number[]>([0]);
  const lastFrame = useRef(0);
  /**
   * The frame that received the latest HTML. Other frames' load events are ignored, because even empty frames
   * fire load events.
   */
  const postedFrame = useRef(0);
  const framedHtml = useRef(savedHtml);
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
  const post = useEffectEvent((frame: number) => postHtml(`${frameName}-${frame}`, action, html));
  useEffect(() => {
    if (newest === postedFrame.current) return undefined;
    postedFrame.current = newest;
    post(newest);
    const timer = setTimeout(() => handleTimeout(newest), LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [newest]);

  return frames.map(
    (frame, i) =>
      frame > 0 && (
        <iframe
          key={frame}
          name={`${frameName}-${frame}`}
          title={label}
          sandbox=""
          inert
          tabIndex={-1}
          onLoad={() => handleLoad(frame)}
          className={i > 0 ? 'invisible' : undefined}
        />
      ),
  );
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
