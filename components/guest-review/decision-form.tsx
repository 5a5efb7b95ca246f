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
  not_drawn: 'You can decide as soon as the proof is drawn.',
  no_draft: 'It is on its way to being printed, so nothing can be decided any more.',
  unreadable: 'It can’t be decided about just now. Try again in a moment.',
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
  if (decisions.length > 0 && (isDecided || deciding !== 'open')) return 'What was decided';
  return deciding === 'no_draft' ? 'On its way' : 'Is this good to print?';
}

/** For everybody who has the link, so not what they wrote besides. */
function Decision({ decision, zone }: { decision: ReviewDecision; zone: string }) {
  const { decision: verdict, name, at, isCurrent: holds } = decision;
  const isVoid = holds === false;
  return (
    <Note tone={isVoid ? 'blue' : verdict === 'approved' ? 'green' : 'amber'}>
      <p className={isVoid ? 'text-muted' : 'font-semibold'}>
        {verdict === 'approved' ? 'Approved by ' : 'Changes asked for by '}
        <bdi>{name}</bdi> on {formatFull(at, zone)}
      </p>
      {isVoid && <p>It has changed since then, so this no longer holds.</p>}
    </Note>
  );
}
