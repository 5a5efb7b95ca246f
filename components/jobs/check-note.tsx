import { Note } from '#components/ui/note.tsx';
import type { CheckReason, Job } from '#lib/domain/job.ts';
import { describeCheckReason } from '#lib/format/job.ts';

interface CheckNoteProps {
  readonly job: Pick<Job, 'state'>;
  readonly reason: CheckReason | undefined;
}

/** Says that a job hasn't started even though a member pressed the button, and explains why. */
export function CheckNote({ job, reason }: CheckNoteProps) {
  if (reason === undefined) return null;
  const { title, sentence } = describeCheckReason(reason, job.state);
  return (
    <div className="mb-4">
      <Note tone="amber" title={title}>
        {sentence}
      </Note>
    </div>
  );
}
