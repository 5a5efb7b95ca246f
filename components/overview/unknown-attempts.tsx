import { ATTEMPT_LABELS, AttemptReview } from '#components/campaign/attempt-notes.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { OverviewSection } from './overview-section.tsx';

interface UnknownAttemptsProps {
  /** Attempts that are open or have an unknown outcome. */
  readonly attempts: readonly Attempt[];
  readonly resolveAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Lists unfinished attempts. Members can resolve attempts that need review. */
export function UnknownAttempts({ attempts, resolveAction, dateSettings, now }: UnknownAttemptsProps) {
  return (
    <OverviewSection title="Needs review: outcome unknown" tone="red">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="grid gap-2 px-4.5 py-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <Icon name="alert" className="size-5 text-red" />
            <span className="min-w-0 grow basis-48">
              <span className="block font-[550]">
                {ATTEMPT_LABELS[attempt.operation]} #{attempt.campaignId}
                {attempt.amount !== null && ` (${attempt.amount})`}
              </span>
              <span className="block text-sm text-muted">
                {attemptStatus(attempt)} · <bdi>{attempt.by}</bdi>,{' '}
                {formatMoment(attempt.startedAt, dateSettings, now)}
              </span>
            </span>
            <PageLink href={`/campaigns/${attempt.campaignId}`} className={buttonClass('plain', 'text-sm')}>
              View campaign
            </PageLink>
          </div>
          {attempt.needsReview && (
            <div className="pl-9 text-sm">
              <AttemptReview attempt={attempt} dateSettings={dateSettings} resolveAction={resolveAction} />
            </div>
          )}
        </li>
      ))}
    </OverviewSection>
  );
}

function attemptStatus({ state, needsReview }: Attempt): string {
  if (state === 'open') return 'In progress';
  return needsReview ? 'Needs review' : 'Checking with the mail service';
}
