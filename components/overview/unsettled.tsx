import type { Attempt } from '#lib/attempts/attempt.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { Settling, TRIED } from '../campaign/attempt-notes.tsx';
import type { FormAction } from '../forms/action-form.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Group } from './group.tsx';

interface UnsettledProps {
  /** Open or unknown. */
  readonly attempts: readonly Attempt[];
  readonly settle: FormAction;
  readonly zone: string;
  readonly now: number;
}

/** What was begun and isn't known to have ended. What readings couldn't tell, a person can here. */
export function Unsettled({ attempts, settle, zone, now }: UnsettledProps) {
  return (
    <Group title="Nobody knows yet how these ended" tone="red">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="grid gap-2 px-4.5 py-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            <Icon name="alert" className="size-5 text-red" />
            <span className="min-w-0 grow basis-48">
              <span className="block font-[550]">
                {TRIED[attempt.operation]} #{attempt.campaignId}
                {attempt.amount !== null && ` (${attempt.amount})`}
              </span>
              <span className="block text-sm text-muted">
                {standing(attempt)} · <bdi>{attempt.by}</bdi>, {formatMoment(attempt.startedAt, zone, now)}
              </span>
            </span>
            <PageLink href={`/campaigns/${attempt.campaignId}`} className={buttonClass('plain', 'text-sm')}>
              Look at it
            </PageLink>
          </div>
          {attempt.needsPerson && (
            <div className="pl-9 text-sm">
              <Settling attempt={attempt} zone={zone} settle={settle} />
            </div>
          )}
        </li>
      ))}
    </Group>
  );
}

function standing({ state, needsPerson }: Attempt): string {
  if (state === 'open') return 'Under way';
  return needsPerson ? 'Somebody has to find out' : 'The answer got lost; it is being read back';
}
