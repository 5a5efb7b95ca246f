import { Card } from '#components/ui/card.tsx';
import type { Step } from '#lib/format/progress.ts';

const LABEL_CLASSES = { done: 'text-ink', now: 'font-[550] text-ink', ahead: 'text-muted' } as const;
const DOT_CLASSES = {
  done: 'border-green bg-green forced-colors:border-[CanvasText] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none',
  now: 'border-amber bg-amber forced-colors:border-[Highlight] forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none shadow-[0_0_0_4px_color-mix(in_oklab,var(--color-amber)_22%,transparent)]',
  ahead: 'border-edge/60 bg-card',
} as const;
const SCREEN_READER_PREFIXES = { done: 'done: ', now: 'now: ', ahead: 'upcoming: ' } as const;

export function ProgressCard({ steps }: { steps: readonly Step[] | undefined }) {
  return (
    <Card title="Progress">
      {steps === undefined ? (
        <p className="text-muted">
          Mailroom doesn’t recognize this status, so it can’t show what comes next.
        </p>
      ) : (
        <ol>
          {steps.map(({ label, detail, state }) => (
            <li
              key={label}
              aria-current={state === 'now' ? 'step' : undefined}
              className={`group relative pb-3.5 pl-6 last:pb-0 ${LABEL_CLASSES[state]}`}
            >
              <span
                aria-hidden="true"
                className="absolute top-4.5 -bottom-1 left-[7.5px] w-0.5 bg-line group-last:hidden"
              />
              <span
                aria-hidden="true"
                className={`absolute top-1.5 left-1 size-[9px] rounded-full border-2 ${DOT_CLASSES[state]}`}
              />
              <span className="sr-only">{SCREEN_READER_PREFIXES[state]}</span>
              {label}
              {detail !== undefined && <span className="text-sm font-normal text-muted"> · {detail}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
