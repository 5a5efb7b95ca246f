import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { Approval, GuestDecision } from '#lib/domain/approval.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { plural } from '#lib/format/text.ts';

interface GuestsSaidProps {
  readonly approval: Approval;
  /** Newest first. */
  readonly decisions: readonly GuestDecision[];
  readonly zone: string;
  readonly now: number;
}

/** What guests decided about the proof: the one that counts, and the others on demand. */
export function GuestDecisions({ approval, decisions, zone, now }: GuestsSaidProps) {
  if (approval.kind === 'none') return null;
  const { decision } = approval;
  const others = decisions.filter(({ id }) => id !== decision.id);
  const { title, icon, tone, text } = SAYINGS[approval.kind](decision);
  return (
    <section
      aria-labelledby="guests-said"
      className={`min-w-0 rounded-lg border bg-card p-4.5 shadow-card ${tone.edge}`}
    >
      <div className="flex gap-2.5">
        <Icon name={icon} className={`mt-px size-5 ${tone.ink}`} />
        <div className="min-w-0">
          <h2 id="guests-said" className="text-base!">
            {title}
          </h2>
          {text !== undefined && <p className="mt-0.5 text-sm text-muted">{text}</p>}
        </div>
      </div>
      <div className="mt-2.5 pl-7.5">
        <Said decision={decision} zone={zone} now={now} />
      </div>
      {others.length > 0 && (
        <details className="mt-3 pl-7.5">
          <summary className="text-sm text-muted underline underline-offset-3 hover:text-ink">
            {plural(others.length, 'other decision')}
          </summary>
          <ol className="mt-2.5 grid gap-3">
            {others.map((other) => (
              <li key={other.id} className="min-w-0">
                <p className="text-sm font-[550]">
                  {VERDICTS[other.decision]}
                  {other.isCurrent === false && (
                    <span className="font-normal text-muted"> · changed since</span>
                  )}
                </p>
                <Said decision={other} zone={zone} now={now} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const VERDICTS = { approved: 'Approved', changes: 'Changes requested' } as const;

interface Saying {
  readonly title: ReactNode;
  readonly icon: IconName;
  readonly tone: { readonly edge: string; readonly ink: string };
  readonly text?: string;
}

const GREEN = { edge: 'border-green/50', ink: 'text-green' };
const AMBER = { edge: 'border-amber/50', ink: 'text-amber' };
const PLAIN = { edge: 'border-line', ink: 'text-muted' };

const SAYINGS: Readonly<Record<Exclude<Approval['kind'], 'none'>, (decision: GuestDecision) => Saying>> = {
  approved: ({ name }) => ({
    title: (
      <>
        Approved by <bdi>{name}</bdi>
      </>
    ),
    icon: 'check',
    tone: GREEN,
  }),
  changes: ({ name }) => ({
    title: (
      <>
        <bdi>{name}</bdi> requested changes
      </>
    ),
    icon: 'alert',
    tone: AMBER,
  }),
  void: ({ decision: verdict }) => ({
    title: `${VERDICTS[verdict]}, but changed since`,
    icon: 'alert',
    tone: AMBER,
    text: 'The mailpiece or its recipients changed after this decision, so it’s no longer valid.',
  }),
  unread: ({ decision: verdict }) => ({
    title: VERDICTS[verdict],
    icon: 'clock',
    tone: PLAIN,
    text: 'We can’t check whether it’s still valid because the current proof isn’t available.',
  }),
};

/** As much as leaves room for what can be done now. */
const MOST_CHARACTERS = 280;

function Comment({ children: text }: { readonly children: string }) {
  const quoted = (words: string) => (
    <blockquote className="mb-1.5 whitespace-pre-line wrap-anywhere">
      “<bdi>{words}</bdi>”
    </blockquote>
  );
  if (text.length <= MOST_CHARACTERS) return quoted(text);
  return (
    <details className="group mb-1.5">
      <summary className="list-none">
        <span className="group-open:hidden">{quoted(`${text.slice(0, MOST_CHARACTERS).trimEnd()}…`)}</span>
        <span className="text-sm text-muted underline underline-offset-3">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      {quoted(text)}
    </details>
  );
}

/** A guest's own words, and where they come from. */
function Said({
  decision,
  zone,
  now,
}: {
  readonly decision: GuestDecision;
  readonly zone: string;
  readonly now: number;
}) {
  const { name, email, comment, at, linkLabel: through } = decision;
  return (
    <>
      {comment !== null && <Comment>{comment}</Comment>}
      <p className="text-sm text-muted">
        <bdi>{name}</bdi>, <bdi>{email}</bdi>
        <br />
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at, zone, now)}</time> · via “
        <bdi>{through}</bdi>”
      </p>
    </>
  );
}
