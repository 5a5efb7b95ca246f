import { type RefObject, useLayoutEffect, useRef } from 'react';

interface DefaultText {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly defaultValue: string | undefined;
}

/**
 * Returns the props that give a text area its default text. During hydration, React would replace text that
 * was already typed with the default text. In browsers, React therefore doesn't get the default text.
 * Because React then empties the default text on each update, it is set again each time.
 */
export function useDefaultText(text = ''): DefaultText {
  const ref = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.defaultValue = text;
  });
  return { ref, defaultValue: typeof window === 'undefined' ? text : undefined };
}
