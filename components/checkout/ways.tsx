'use client';

import type { ReactNode } from 'react';
import { useAsFound } from '../forms/use-as-found.ts';

export type Way = 'link' | 'card';

interface WaysProps {
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
  /** What the payment page would ask for, where that isn't what the order comes to. */
  readonly linkAsks: string | undefined;
}

export function Ways({ way, onChoose, linkAsks }: WaysProps) {
  return (
    <>
      <Choice
        value="link"
        chosen={way}
        onChoose={onChoose}
        disabled={linkAsks !== undefined}
        title="On the service’s payment page"
      >
        {linkAsks === undefined
          ? 'You come back here, then choose when it goes. Nothing is mailed until you send.'
          : `The payment page can’t change the copy to the sender: it would ask for ${linkAsks}.`}
      </Choice>
      <Choice value="card" chosen={way} onChoose={onChoose} title="By card, and send at once">
        Goes 15 minutes from now, or at a time you set. The invoice is mailed to you.
      </Choice>
    </>
  );
}

interface ChoiceProps {
  readonly value: Way;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
  readonly disabled?: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Choice({ value, chosen, onChoose, disabled, title, children }: ChoiceProps) {
  const radio = useAsFound<HTMLInputElement>(({ checked }) => {
    if (checked && chosen !== value) onChoose(value);
  });
  return (
    <label className={`flex gap-2.5 py-1.5 ${disabled ? 'cursor-default!' : ''}`}>
      <input
        ref={radio}
        type="radio"
        name="way"
        value={value}
        checked={chosen === value}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="mt-1 size-4 shrink-0"
      />
      <span>
        {title}
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  );
}
