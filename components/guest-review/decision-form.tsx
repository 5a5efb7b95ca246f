import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import type { DecisionStatus, GuestReview, ReviewDecision } from '#lib/domain/guest-review.ts';
import { formatFull } from '#lib/format/dates.ts';
import { DecisionFields } from './decision-fields.tsx';

interface DecideProps {
  readonly page: GuestReview;
  readonly token: string;
  readonly zone: string;
  readonly action: FormAction;
}

/** Where nobody can decide, why. */
const WHY_NOT: Readonly<Record<Exclude<DecisionStatus, 'open' | 'not_asked'>, string>> = {
  not_drawn: 'You can approve it or request changes once the proof is ready.',
  no_draft: 'It’s scheduled or in production, so you can no longer approve it or request changes.',
  unreadable: 'You can’t approve it or request changes right now. Try again in a moment.',
};

export function DecisionForm({ page, token, zone, action }: DecideProps) {
  const { decisionStatus: deciding, decisions, fingerprint: print } = page;
  if (deciding === 'not_asked' && decisions.length === 0) return null;
  const isDecided = decisions.some(({ isCurrent: holds }) => holds === true);
  return (
    <Card title={titleOf(page, isDecided)}>
      <div className="grid gap-3.5">
        {decisions.length > 0 && (
          <ul className="grid gap-2">
            {decisions.map((decision) => (
              <li key={`${decision.at} ${decision.name}`}>
                <Decision decision={decision} zone={zone} />
              </li>
            ))}
          </ul>
        )}
        {deciding === 'open' && print !== null ? (
          <ActionForm action={action} hidden={{ token, print }} className="grid gap-3.5">
            <FormMessage />
            <DecisionFields isDecided={isDecided} />
          </ActionForm>
        ) : (
          deciding !== 'open' && deciding !== 'not_asked' && <p className="text-muted">{WHY_NOT[deciding]}</p>
        )}
      </div>
    </Card>
  );
}

function titleOf({ decisionStatus: deciding, decisions }: GuestReview, isDecided: boolean): string {
  if (decisions.length > 0 && (isDecided || deciding !== 'open')) return 'Decisions';
  return deciding === 'no_draft' ? 'On its way' : 'Approve this proof?';
}

/** For everybody who has the link, so not what they wrote besides. */
function Decision({ decision, zone }: { decision: ReviewDecision; zone: string }) {
  const { decision: verdict, name, at, isCurrent: holds } = decision;
  const isVoid = holds === false;
  return (
    <Note tone={isVoid ? 'blue' : verdict === 'approved' ? 'green' : 'amber'}>
      <p className={isVoid ? 'text-muted' : 'font-semibold'}>
        {verdict === 'approved' ? 'Approved by ' : 'Changes requested by '}
        <bdi>{name}</bdi> on {formatFull(at, zone)}
      </p>
      {isVoid && <p>Changed since then. No longer valid.</p>}
    </Note>
  );
}
