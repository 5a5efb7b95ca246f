'use client';

import type { ReactNode } from 'react';

export type Way = 'link' | 'card';

interface WayChoiceProps {
  readonly value: Way;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
  readonly disabled?: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

export function WayChoice({ value, chosen, onChoose, disabled, title, children }: WayChoiceProps) {
  return (
    <label className={`flex gap-2.5 py-1.5 ${disabled ? 'cursor-default!' : ''}`}>
      <input
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
