'use client';

import type { ReactNode } from 'react';
import { useForm } from '#components/forms/action-form.tsx';

interface FieldDetailsProps {
  /** True if the group is initially expanded. */
  readonly isOpen: boolean;
  /** The group expands if any field has an error or a value. */
  readonly fieldNames: readonly string[];
  readonly children: ReactNode;
}

export function FieldDetails({ isOpen, fieldNames, children }: FieldDetailsProps) {
  const { fields = {}, values = {} } = useForm().state;
  const hasErrorOrValue = fieldNames.some((name) => fields[name] !== undefined || Boolean(values[name]));
  return (
    <details
      open={isOpen || hasErrorOrValue}
      className="group/fields min-w-0 rounded-lg border border-line bg-card shadow-card"
    >
      {children}
    </details>
  );
}
