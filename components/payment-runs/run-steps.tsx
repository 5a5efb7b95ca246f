import type { RunItem, RunItemState } from '#lib/domain/payment-run.ts';
import { RUN_STATE_NAMES } from '#lib/format/payment-run.ts';

const LEFT = 'bg-backdrop inset-ring inset-ring-edge/60';
const WAITING = 'stripes text-amber inset-ring inset-ring-current';
const LEFT_OUT = 'bg-edge';

/**
 * Paid bars are filled. Bars of campaigns that were paid for elsewhere, or whose payments aren't confirmed, are
 * striped.
 */
const STEP_COLORS: Readonly<Record<RunItemState, string>> = {
  waiting: LEFT,
  starting: WAITING,
  unknown: WAITING,
  confirming: WAITING,
  unconfirmed: WAITING,
  paid: 'bg-green',
  paid_elsewhere: 'stripes text-green inset-ring inset-ring-current',
  credits: LEFT_OUT,
  not_draft: LEFT_OUT,
  missing: LEFT_OUT,
  skipped: LEFT_OUT,
};

interface RunStepsProps {
  readonly items: readonly RunItem[];
  /** The position of the campaign whose turn it is. */
  readonly current: number | undefined;
}

/** A bar for each campaign in a run. */
export function RunSteps({ items, current }: RunStepsProps) {
  const gap = items.length > 40 ? 'gap-px' : items.length > 15 ? 'gap-0.5' : 'gap-1.25';
  return (
    <ol aria-label="Progress" className={`mb-5 grid auto-cols-fr grid-flow-col print:hidden ${gap}`}>
      {items.map(({ position, state }) => (
        <li
          key={position}
          aria-current={position === current ? 'step' : undefined}
          className={`h-2 rounded-sm ${position === current ? 'bg-red' : STEP_COLORS[state]}`}
        >
          <span className="sr-only">
            {position}: {position === current ? 'Now' : RUN_STATE_NAMES[state]}
          </span>
        </li>
      ))}
    </ol>
  );
}
