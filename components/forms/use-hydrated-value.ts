import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Syncs React state with what the user entered before hydration, or what the browser restored. React neither overwrites
 * such a value nor reports it, so the page would show one value and submit another.
 * @param onHydrate called once with the control, to copy its value into the state if they differ
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
