'use client';

import type { ReactNode } from 'react';
import { RadioOption } from '#components/forms/radio-option.tsx';
import { type PaymentMethod, useChoices } from './checkout-choices.ts';

interface MethodOptionProps {
  readonly value: PaymentMethod;
  readonly title: string;
  /** The method's description. */
  readonly children: ReactNode;
}

/** A payment method to choose in the checkout form. */
export function MethodOption(option: MethodOptionProps) {
  const { method, setMethod } = useChoices();
  return <RadioOption name="payment_method" selected={method} onSelect={setMethod} {...option} />;
}
