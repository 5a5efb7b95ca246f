import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import type { DecisionStatus, GuestReview, ReviewDecision } from '#lib/domain/guest-review.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { DecisionFields } from './decision-fields.tsx';

interface DecisionFormProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly dateSettings: DateSettings;
  readonly action: FormAction;
}

/** Text that explains why guests can't make a decision. */
const REASONS: Readonly<Record<Exclude<DecisionStatus, 'open' | 'not_asked'>, string>> = {
  no_proof: 'Once the proof is ready, you can approve it or request changes.',
  no_draft:
    'This campaign is scheduled or in production, so you can no longer approve the proof or request changes.',
  signed_in:
    'You’re signed in to Mailroom, so you can’t make a decision as a guest. Sign out, or approve the proof on the campaign’s page.',
  unreadable: 'You can’t approve the proof or request changes right now. Try again in a moment.',
};

export function DecisionForm({ page, token, dateSettings, action }: DecisionFormProps) {
  const { decisionStatus, decisions, fingerprint } = page;
  if (decisionStatus === 'not_asked' && decisions.length === 0) return null;
  const isDecided = decisions.some(({ isCurrent }) => isCurrent === true);
  return (
    <Card title={titleOf(page, isDecided)}>
      <div className="grid gap-3.5">
        {decisions.length > 0 && (
          <ul className="grid gap-2">
            {decisions.map((decision) => (
              <li key={`${decision.at} ${decision.name}`}>
                <DecisionNote decision={decision} dateSettings={dateSettings} />
              </li>
            ))}
          </ul>
        )}
        {decisionStatus === 'open' && fingerprint !== null ? (
          <ActionForm action={action} hidden={{ token, fingerprint }} className="grid gap-3.5">
            <FormMessage />
            <DecisionFields isDecided={isDecided} />
          </ActionForm>
        ) : (
          decisionStatus !== 'open' &&
          decisionStatus !== 'not_asked' && <p className="text-muted">{REASONS[decisionStatus]}</p>
        )}
      </div>
    </Card>
  );
}

function titleOf({ decisionStatus, decisions }: GuestReview, isDecided: boolean): string {
  if (decisions.length > 0 && (isDecided || decisionStatus !== 'open')) return 'Decisions';
  return decisionStatus === 'no_draft' ? 'On its way' : 'Approve this proof?';
}

/** Doesn't show the guest's email address or comment, because anyone with the link can see this note. */
function DecisionNote({ decision, dateSettings }: { decision: ReviewDecision; dateSettings: DateSettings }) {
  const { name, at, isCurrent, isVerified } = decision;
  const isApproved = decision.decision === 'approved';
  const isVoid = isCurrent === false;
  return (
    <Note tone={isVoid ? 'blue' : isApproved ? 'green' : 'amber'}>
      <p className={isVoid ? 'text-muted' : 'font-semibold'}>
        {isApproved ? 'Approved by ' : 'Changes requested by '}
        <bdi>{name}</bdi> on {formatFull(at, dateSettings)}
        {!isVerified && <span className="font-normal"> · not verified</span>}
      </p>
      {isVoid && <p>The mailpiece or its recipients changed, so this decision is no longer valid.</p>}
    </Note>
  );
}
