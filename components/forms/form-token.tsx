'use client';

import { createContext, type ReactNode, use } from 'react';
import { FORM_TOKEN_FIELD } from '#lib/http/form-token-names.ts';

const FormTokenContext = createContext<string | null>(null);

interface FormTokenProviderProps {
  /**
   * The browser's form token, or null if the browser sends a header that shows where a form was submitted from.
   */
  readonly token: string | null;
  readonly children: ReactNode;
}

export function FormTokenProvider({ token, children }: FormTokenProviderProps) {
  return <FormTokenContext value={token}>{children}</FormTokenContext>;
}

/** A hidden field that proves that a form came from the console. Every form that changes data needs this field. */
export function FormTokenField() {
  const token = use(FormTokenContext);
  return token === null ? null : <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />;
}
