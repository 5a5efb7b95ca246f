import { Card } from '#components/ui/card.tsx';
import type { Job } from '#lib/domain/job.ts';
import { formatCount } from '#lib/format/text.ts';

/** Explains what members can do while a job runs, and what stops the job. */
export function WhileRunning({ job: { counts, by, isOwn } }: { job: Job }) {
  return (
    <Card title="While this runs">
      <dl className="grid gap-3 text-sm text-muted [&_dt]:font-[550] [&_dt]:text-ink">
        <div>
          <dt>You can close this tab</dt>
          <dd>The job keeps running.</dd>
        </div>
        <div>
          <dt>If you stop it</dt>
          <dd>
            Campaigns already in progress will be finished. The other {formatCount(counts.ready)} stay as they
            are, and the job can be resumed.
          </dd>
        </div>
        <div>
          <dt>If {isOwn ? 'your' : <bdi className="wrap-anywhere">{by}’s</bdi>} role changes</dt>
          <dd>The job stops in the same way, unless the new role allows the action.</dd>
        </div>
      </dl>
    </Card>
  );
}
