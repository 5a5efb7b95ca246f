import type { Failure } from '#lib/outcome.ts';
import { ServiceTrouble } from '../ui/service-trouble.tsx';
import { AttemptNotes, type AttemptNotesProps } from './attempt-notes.tsx';

interface UnreadCampaignProps extends Omit<AttemptNotesProps, 'status'> {
  readonly failure: Failure;
  /** This page's own address. */
  readonly again: string;
}

/** In place of a campaign that can't be read: what is in doubt about it stands in our own database all the same. */
export function UnreadCampaign({ failure, again, ...notes }: UnreadCampaignProps) {
  return (
    <div className="grid gap-4">
      <AttemptNotes {...notes} status={undefined} />
      <ServiceTrouble failure={failure} again={again} />
    </div>
  );
}
