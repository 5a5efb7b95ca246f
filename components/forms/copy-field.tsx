'use client';

import { type ReactNode, useId, useRef } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { CopyStatus, useCopy } from './copy-status.tsx';
import { CONTROL_CLASS } from './field-error.tsx';
import { describedBy, LabeledControl } from './labeled-control.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ReactNode;
}

/** Read-only text with a Copy button. Without JavaScript, the user can copy the text manually. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { copy, result } = useCopy();
  const selectAndCopy = () => {
    field.current?.select();
    return copy(value);
  };
  return (
    <LabeledControl id={id} label={label} hint={hint}>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={describedBy({ id, hint })}
          className={`${CONTROL_CLASS} w-auto! grow basis-52 font-mono text-sm!`}
        />
        <button
          type="button"
          onClick={selectAndCopy}
          data-copy-button
          className={buttonClass('primary', 'scriptless:hidden')}
        >
          Copy
        </button>
      </div>
      <CopyStatus result={result} className="mt-1" />
    </LabeledControl>
  );
}
