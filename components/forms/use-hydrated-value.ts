import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Syncs React state with what the user entered before hydration, or what the browser restored. React neither
 * overwrites nor reports such a value, so without this hook the displayed value could differ from the state.
 * @param onHydrate called once with the control, to copy the control's value into the state if the two differ
 * @returns the control's ref
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
