'use client';

import { type ReactNode, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';

/**
 * Keeps the price that the member is about to accept, even if a background refresh reads a new price. If the
 * price has changed, the action asks the member to confirm the new price.
 * @param order the order, with hidden fields for the amounts that the member sees
 */
export function AcceptedOrder({ order }: { order: ReactNode }) {
  const { failure } = useForm().state;
  const [shown, setShown] = useState(order);
  if (failure && shown !== order) setShown(order);
  return shown;
}
