import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a control whose state React keeps. What somebody chose or typed before the page's script was there, or what the
 * browser brought back, stands in the control, and React neither takes it away nor says so: the page would show one thing
 * and do another.
 * @param tell called once, with the control as it stands; passes on what differs from the state
 * @returns the control's ref
 */
export function useHydratedValue<Control extends HTMLElement>(
  tell: (control: Control) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const found = useEffectEvent(() => {
    if (control.current) tell(control.current);
  });
  useEffect(() => found(), []);
  return control;
}
