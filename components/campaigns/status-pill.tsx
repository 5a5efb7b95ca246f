import { describeStatus, type Tone } from '#lib/format/status.ts';

const TONES: Readonly<Record<Tone, string>> = {
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
  if (isFlat) {
    return (
      <span className="inline-flex max-w-full items-center gap-1.75 align-middle">
        <span aria-hidden="true" className={`size-[7px] shrink-0 rounded-full bg-current ${TONES[tone]}`} />
        <bdi className="truncate">{label}</bdi>
      </span>
    );
  }
  return (
    <span
      className={`tint inline-flex max-w-full items-center gap-1.5 rounded-full border py-1.25 pr-2.25 pl-2 text-[0.78125rem] font-[550] leading-none ${TONES[tone]}`}
    >
      <span aria-hidden="true" className="size-[7px] shrink-0 rounded-full bg-current" />
      <bdi className="truncate leading-[1.1]">{label}</bdi>
    </span>
  );
}
