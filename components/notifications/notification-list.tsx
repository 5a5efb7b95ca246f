import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { ActionItem } from '#components/lists/action-item.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedNotification } from '#lib/data/notifications.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { describeNotification } from '#lib/format/notification.ts';

interface NotificationListProps {
  readonly items: readonly ListedNotification[];
  /** When the list was read. Later notifications stay unread. */
  readonly asOf: number;
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly action: FormAction;
}

/**
 * Lists notifications. One form contains all the buttons, so that the form's message stays visible after a button
 * disappears.
 */
export function NotificationList({ items, asOf, dateSettings, now, action }: NotificationListProps) {
  return (
    <ActionForm action={action} hidden={{ until: asOf }} className="grid gap-3">
      <FormMessage />
      <ul className="rounded-lg border border-line bg-card px-4.5 py-1 shadow-card">
        {items.map((item) => (
          <NotificationItem key={item.id} item={item} dateSettings={dateSettings} now={now} />
        ))}
      </ul>
      {items.some(({ isRead }) => !isRead) && (
        <SubmitButton kind="plain" name="which" value="all" className="justify-self-start">
          Mark all as read
        </SubmitButton>
      )}
    </ActionForm>
  );
}

const LINK_CLASS = 'underline decoration-edge underline-offset-3 hover:decoration-current';

type NotificationItemProps = Pick<NotificationListProps, 'dateSettings' | 'now'> & {
  readonly item: ListedNotification;
};

function NotificationItem({ item, dateSettings, now }: NotificationItemProps) {
  const { id, event, at, isRead, content } = item;
  const { title, text, path } = describeNotification(event, content, dateSettings);
  return (
    <ActionItem
      action={
        !isRead && (
          <SubmitButton kind="quiet" name="which" value={id} className="text-sm">
            Mark as read<span className="sr-only">: {title}</span>
          </SubmitButton>
        )
      }
    >
      <p className={`wrap-anywhere ${isRead ? '' : 'flex gap-2 font-[550]'}`}>
        {!isRead && (
          <>
            <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-red" />
            <span className="sr-only">Unread: </span>
          </>
        )}
        {path === null && <bdi>{title}</bdi>}
        {path !== null && isRead && (
          <PageLink href={path} className={LINK_CLASS}>
            <bdi>{title}</bdi>
          </PageLink>
        )}
        {/* A link can't mark the notification as read, because browsers and mail scanners also open links on their own. */}
        {path !== null && !isRead && (
          <button type="submit" name="which" value={`open:${id}`} className={`text-left ${LINK_CLASS}`}>
            <bdi>{title}</bdi>
          </button>
        )}
      </p>
      {text !== '' && (
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{text}</bdi>
        </p>
      )}
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={new Date(at).toISOString()}>{formatStandaloneMoment(at, dateSettings, now)}</time>
      </p>
    </ActionItem>
  );
}
