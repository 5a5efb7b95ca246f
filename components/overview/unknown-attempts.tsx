import { ATTEMPT_LABELS, AttemptReview } from '#components/campaign/attempt-notes.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/text.ts';
import { ForwardLink } from './forward-link.tsx';

interface UnknownAttemptsProps {
  /** Attempts that are open or have an unknown outcome, oldest first. */
  readonly attempts: readonly Attempt[];
  readonly resolveAction: FormAction;
  /** The link to the attempts' campaigns. Undefined until every campaign is indexed. */
  readonly allHref: string | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** The number of attempts to show. The others are collapsed, because each can have a form. */
const SHOWN = 5;

/** Lists unfinished attempts. Members can resolve attempts that need review. */
export function UnknownAttempts({ attempts, allHref, ...props }: UnknownAttemptsProps) {
  const campaigns = new Set(attempts.map(({ campaignId }) => campaignId)).size;
  const others = attempts.slice(SHOWN);
  return (
    <section
      aria-labelledby="review"
      className="tint mb-5 grid gap-x-6 gap-y-2 rounded-lg border border-red/40 px-4 py-2.5 wide:grid-cols-[auto_minmax(0,1fr)]"
    >
      <div className="flex items-center gap-x-4 self-start wide:block">
        <h2 id="review" className="flex min-h-7.5 items-center gap-2 text-base text-red">
          <Icon name="alert" className="size-4.5" />
          Needs review: outcome unknown
          <span className="font-normal tabular-nums">{formatCount(attempts.length)}</span>
        </h2>
        {allHref !== undefined && (
          <ForwardLink
            href={allHref}
            label={`All ${formatCount(campaigns)} campaigns with an unknown outcome`}
          >
            {`All ${formatCount(campaigns)}`}
          </ForwardLink>
        )}
      </div>
      <div className="grid gap-y-1.5">
        <AttemptList {...props} attempts={attempts.slice(0, SHOWN)} />
        {others.length > 0 && (
          <details>
            <summary className="min-h-6 w-fit cursor-pointer text-sm text-muted hover:text-ink">
              Show {formatCount(others.length)} more
            </summary>
            <AttemptList {...props} attempts={others} />
          </details>
        )}
      </div>
    </section>
  );
}

function AttemptList({ attempts, resolveAction, dateSettings, now }: Omit<UnknownAttemptsProps, 'allHref'>) {
  return (
    <ul className="grid gap-y-1.5">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="grid gap-1.5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 grow basis-48">
              <span className="font-[550]">
                {ATTEMPT_LABELS[attempt.operation]} #{attempt.campaignId}
                {attempt.amount !== null && ` (${attempt.amount})`}
              </span>{' '}
              <span className="text-sm text-muted">
                {attemptStatus(attempt)} · <bdi>{attempt.by}</bdi>,{' '}
                {formatMoment(attempt.startedAt, dateSettings, now)}
              </span>
            </span>
            <PageLink
              href={`/campaigns/${attempt.campaignId}`}
              aria-label={`View campaign ${attempt.campaignId}`}
              className={buttonClass('plain', 'button-tiny')}
            >
              View campaign
            </PageLink>
          </div>
          {attempt.needsReview && (
            <div className="text-sm">
              <AttemptReview attempt={attempt} dateSettings={dateSettings} resolveAction={resolveAction} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function attemptStatus({ state, needsReview }: Attempt): string {
  if (state === 'open') return 'In progress';
  return needsReview ? 'Needs review' : 'Checking with the mail service';
}
