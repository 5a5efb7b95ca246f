import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { NewFeedUrl } from './new-feed-url.tsx';

export interface ListedFeed {
  readonly id: string;
  readonly name: string;
  readonly customerId: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

interface FeedItemProps {
  readonly feed: ListedFeed;
  /** Whether the member confirmed their identity recently. */
  readonly canReplace: boolean;
  readonly replaceAction: FormAction;
  readonly deleteAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** A form's result, which appears below both buttons. Hidden while empty. */
const RESULT = 'order-last basis-full has-[[role=alert]:only-child:empty]:hidden';

export function FeedItem(props: FeedItemProps) {
  const { feed, canReplace, replaceAction, deleteAction, dateSettings, now } = props;
  const { id, name, customerId, createdAt, lastUsedAt } = feed;
  const use = lastUsedAt === null ? 'Never read' : `Last read ${formatMoment(lastUsedAt, dateSettings, now)}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <div className="min-w-0 grow basis-60">
        <p className="font-[550] wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted tabular-nums">
          {customerId === null ? 'All customers' : `Customer #${customerId} only`} · {use}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Created {formatMoment(createdAt, dateSettings, now)}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2">
        {canReplace && (
          <ActionForm action={replaceAction} hidden={{ id }} className="contents">
            <SubmitButton kind="plain" className="text-sm">
              Replace URL<span className="sr-only"> of {name}</span>
            </SubmitButton>
            <div className={`grid gap-2 ${RESULT}`}>
              <FormMessage />
              <NewFeedUrl />
            </div>
          </ActionForm>
        )}
        <ActionForm action={deleteAction} hidden={{ id }} className="contents">
          <SubmitButton kind="danger" className="text-sm">
            Delete<span className="sr-only"> the feed {name}</span>
          </SubmitButton>
          <div className={RESULT}>
            <FormMessage />
          </div>
        </ActionForm>
      </div>
    </li>
  );
}
