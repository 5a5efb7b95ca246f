'use client';

import { type ReactNode, useId, useRef, useState } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { CONTROL_CLASS, describedBy, LabeledControl } from './labeled-control.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ReactNode;
}

/** Read-only text with a Copy button. Without JavaScript, the user can copy the text manually. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const copy = async () => {
    field.current?.select();
    setStatus(
      (await copyText(value)) ? 'Copied' : 'Can’t copy automatically. Copy the selected text manually.',
    );
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
        <button type="button" onClick={copy} className={buttonClass('primary', 'scriptless:hidden')}>
          Copy
        </button>
      </div>
      <p role="status" className="mt-1 text-sm text-green empty:hidden">
        {status}
      </p>
    </LabeledControl>
  );
}

/** @returns false if the browser denies clipboard access, such as on an insecure origin */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
