import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { MAX_UNREAD_COUNT } from '#lib/domain/notification.ts';

/** The link to the notifications, in the phone's header and at the top of the sidebar. */
export function Bell({ unreadCount }: { unreadCount: number }) {
  const shown = unreadCount > MAX_UNREAD_COUNT ? `${MAX_UNREAD_COUNT}+` : String(unreadCount);
  return (
    <PageLink href="/notifications" className="bell">
      <Icon name="bell" />
      <span className="sr-only">Notifications{unreadCount > 0 && ', '}</span>
      {unreadCount > 0 && (
        <span className="absolute top-0 left-4.5 rounded-full bg-red px-1.25 text-[0.6875rem] leading-4 font-semibold text-on-red tabular-nums">
          {shown}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </PageLink>
  );
}
