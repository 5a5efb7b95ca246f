'use client';

import { type ComponentProps, useId, useRef, useState } from 'react';

interface SuggestFieldProps extends ComponentProps<'input'> {
  readonly name: string;
  /** The URL that returns suggestions when the typed text is appended to it. */
  readonly source: string;
}

const TYPING_PAUSE_MS = 150;

/** A text field that suggests values from the campaign index while the user types. */
export function SuggestField({ source, ...input }: SuggestFieldProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  const [options, setOptions] = useState<readonly string[]>([]);
  const suggest = (text: string) => {
    latest.current = text;
    clearTimeout(timer.current);
    timer.current = setTimeout(async () => {
      const response = await fetch(`${source}${encodeURIComponent(text)}`).catch(() => undefined);
      const values = response?.ok ? await response.json() : [];
      if (latest.current === text) setOptions(values);
    }, TYPING_PAUSE_MS);
  };
  return (
    <>
      <input
        {...input}
        list={id}
        autoComplete="off"
        onInput={(event) => suggest(event.currentTarget.value)}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}
