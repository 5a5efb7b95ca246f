import type { ReactNode } from 'react';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import type { Approval, GuestDecision } from '#lib/domain/approval.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { formatPlural } from '#lib/format/text.ts';
import { DecisionComment } from './decision-comment.tsx';

interface GuestDecisionsProps {
  readonly approval: Approval;
  /** Newest first. */
  readonly decisions: readonly GuestDecision[];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Shows the guest decision that currently applies, and collapses all other decisions. */
export function GuestDecisions({ approval, decisions, dateSettings, now }: GuestDecisionsProps) {
  if (approval.kind === 'none') return null;
  const { decision } = approval;
  const others = decisions.filter(({ id }) => id !== decision.id);
  const { title, icon, tone, text } = SUMMARIES[approval.kind](decision);
  return (
    <section
      aria-labelledby="guest-decisions"
      className={`min-w-0 rounded-lg border bg-card p-4.5 shadow-card ${tone.edge}`}
    >
      <div className="flex gap-2.5">
        <Icon name={icon} className={`mt-px size-5 ${tone.ink}`} />
        <div className="min-w-0">
          <h2 id="guest-decisions" className="text-base!">
            {title}
          </h2>
          {text !== undefined && <p className="mt-0.5 text-sm text-muted">{text}</p>}
        </div>
      </div>
      <div className="mt-2.5 pl-7.5">
        <DecisionDetails decision={decision} dateSettings={dateSettings} now={now} />
      </div>
      {others.length > 0 && (
        <details className="mt-3 pl-7.5">
          <summary className="text-sm text-muted underline underline-offset-3 hover:text-ink">
            {formatPlural(others.length, 'other decision')}
          </summary>
          <ol className="mt-2.5 grid gap-3">
            {others.map((other) => (
              <li key={other.id} className="min-w-0">
                <p className="text-sm font-[550]">
                  {DECISION_LABELS[other.decision]}
                  {other.isCurrent === false && (
                    <span className="font-normal text-muted"> · no longer valid</span>
                  )}
                  {!other.isVerified && <span className="font-normal text-muted"> · not verified</span>}
                </p>
                <DecisionDetails decision={other} dateSettings={dateSettings} now={now} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const DECISION_LABELS = { approved: 'Approved', changes: 'Changes requested' } as const;

interface Summary {
  readonly title: ReactNode;
  readonly icon: IconName;
  readonly tone: { readonly edge: string; readonly ink: string };
  readonly text?: string;
}

const GREEN = { edge: 'border-green/50', ink: 'text-green' };
const AMBER = { edge: 'border-amber/50', ink: 'text-amber' };
const PLAIN = { edge: 'border-line', ink: 'text-muted' };

const SUMMARIES: Readonly<Record<Exclude<Approval['kind'], 'none'>, (decision: GuestDecision) => Summary>> = {
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
  unverified: ({ decision }) => ({
    title: `${DECISION_LABELS[decision]}, not verified`,
    icon: 'clock',
    tone: decision === 'changes' ? AMBER : PLAIN,
    text: 'The guest’s email address isn’t verified, so this decision doesn’t count if your team requires a guest’s approval.',
  }),
  void: ({ decision }) => ({
    title: `${DECISION_LABELS[decision]}, but no longer valid`,
    icon: 'alert',
    tone: AMBER,
    text: 'The mailpiece or its recipients changed, so this decision is no longer valid.',
  }),
  unread: ({ decision }) => ({
    title: DECISION_LABELS[decision],
    icon: 'clock',
    tone: PLAIN,
    text: 'We can’t check whether this decision is still valid, because the current proof isn’t available.',
  }),
};

/**
 * Shows the comment, the guest's name and email address, the time of the decision, and the share link's
 * label.
 */
function DecisionDetails({
  decision,
  dateSettings,
  now,
}: {
  readonly decision: GuestDecision;
  readonly dateSettings: DateSettings;
  readonly now: number;
}) {
  const { name, email, comment, at, linkLabel } = decision;
  return (
    <>
      {comment !== null && <DecisionComment>{comment}</DecisionComment>}
      <p className="text-sm text-muted">
        <bdi>{name}</bdi>, <bdi>{email}</bdi>
        <br />
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at, dateSettings, now)}</time> · share link
        “<bdi>{linkLabel}</bdi>”
      </p>
    </>
  );
}
