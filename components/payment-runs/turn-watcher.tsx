'use client';

import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#components/forms/action-form.tsx';

interface TurnWatcherProps {
  /** The position of the campaign whose turn it is. Undefined if there is none. */
  readonly position: number | undefined;
  /** Such as “Pay 3 of 10”. */
  readonly text: string;
}

/**
 * Announces the next campaign in a run after the member skips one, and moves focus to the next campaign's
 * title, because the pressed button belonged to the skipped campaign.
 */
export function TurnWatcher({ position, text }: TurnWatcherProps) {
  const shown = useRef(position);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    setAnnouncement(text);
    if (isFocusLost()) document.getElementById('turn')?.focus();
  }, [position, text]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}
