import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { ConfirmFirst } from '#components/ui/confirm-first.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { FEED_DAYS, MAX_FEED_CAMPAIGNS } from '#lib/domain/calendar-feed.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/text.ts';
import { CreateFeedForm } from './create-feed-form.tsx';
import { FeedItem, type ListedFeed } from './feed-item.tsx';

interface FeedsPageProps {
  /** The member's feeds, newest first. */
  readonly feeds: readonly ListedFeed[];
  readonly createAction: FormAction;
  readonly replaceAction: FormAction;
  readonly deleteAction: FormAction;
  /**
   * The page where members confirm their identity before they can create a feed. Undefined if the member
   * confirmed their identity recently.
   */
  readonly confirmHref: string | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Shows the member's own calendar feeds, and the form to create one. */
export function FeedsPage(props: FeedsPageProps) {
  const { feeds, createAction, confirmHref, ...item } = props;
  return (
    <>
      <PageHeader title="Calendar feeds" crumbs={[{ label: 'Calendar', href: '/calendar' }]}>
        <a href="#create" className={buttonClass('plain', 'wide:hidden')}>
          Create feed
        </a>
      </PageHeader>
      <p className="-mt-3 mb-5 max-w-prose text-muted">
        Subscribe to a feed in Google Calendar, Outlook, or Apple Calendar to see when campaigns go out. A
        feed contains campaigns from {FEED_DAYS.past} days ago to {FEED_DAYS.ahead} days ahead, and at most{' '}
        {formatCount(MAX_FEED_CAMPAIGNS)}.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
        <Card title="Your feeds">
          {feeds.length === 0 ? (
            <p className="text-muted">You don’t have any feeds.</p>
          ) : (
            <ul className="-my-1">
              {feeds.map((feed) => (
                <FeedItem key={feed.id} feed={feed} canReplace={confirmHref === undefined} {...item} />
              ))}
            </ul>
          )}
        </Card>
        <Card title="Create feed" id="create">
          {confirmHref === undefined ? (
            <CreateFeedForm action={createAction} />
          ) : (
            <ConfirmFirst href={confirmHref}>
              A feed keeps working after you sign out. Before you create a feed or replace its URL, confirm
              that it’s you.
            </ConfirmFirst>
          )}
        </Card>
      </div>
    </>
  );
}
