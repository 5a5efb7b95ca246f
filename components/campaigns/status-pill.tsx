import { describeStatus, type Tone } from '#lib/format/status.ts';
import { Pill } from './pill.tsx';

/** The color class of each tone. */
export const PILL_TONES: Readonly<Record<Tone, string>> = {
  muted: 'text-muted',
  amber: 'text-amber',
  blue: 'text-blue',
  green: 'text-green',
};

interface StatusPillProps {
  readonly status: string | undefined;
  /** True in dense tables, where the status has no frame. */
  readonly isFlat?: boolean;
}

export function StatusPill({ status, isFlat = false }: StatusPillProps) {
  const { label, tone } = describeStatus(status);
  return <Pill className={PILL_TONES[tone]} label={label} isFlat={isFlat} />;
}
