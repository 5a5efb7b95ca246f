import { Card } from '#components/ui/card.tsx';
import type { Step } from '#lib/format/progress.ts';

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
              className={`step step-${state}`}
            >
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
