import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Syncs React state with a value that the user entered, or the browser restored, before hydration. Hydration
 * keeps a control's value without updating the state, so the two could differ without this hook.
 * @param onHydrate a callback that copies the control's value into the state if the two differ
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
