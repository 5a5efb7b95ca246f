import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Syncs React state with a value that the user entered, or the browser restored, before hydration. Without
 * this hook, hydration would keep the control's value but wouldn't update the state.
 * @param onHydrate a callback that copies the control's value into the state
 * @returns a ref for the control
 */
export function useHydratedValue<Control extends HTMLElement>(
  onHydrate: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const reportValue = useEffectEvent(() => {
    if (control.current) onHydrate(control.current);
  });
  useEffect(() => reportValue(), []);
  return control;
}
