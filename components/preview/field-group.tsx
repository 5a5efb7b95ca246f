import type { ComponentProps } from 'react';
import { FieldDetails } from './field-details.tsx';

interface FieldGroupProps extends ComponentProps<typeof FieldDetails> {
  readonly title: string;
}

export function FieldGroup({ title, children, ...details }: FieldGroupProps) {
  return (
    <FieldDetails {...details}>
      <summary className="flex items-center justify-between gap-3 rounded-lg p-4.5 group-open/fields:pb-3">
        <h2>{title}</h2>
        <span aria-hidden="true" className="text-muted transition-transform group-open/fields:rotate-90">
          ›
        </span>
      </summary>
      <fieldset className="min-w-0 px-4.5 pb-4.5">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </FieldDetails>
  );
}
