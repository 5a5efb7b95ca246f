import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

export default function Forbidden() {
  return (
    <div className="py-14">
      <Message icon="lock" tone="amber" title="You don’t have access">
        <p>
          Viewers can view everything. Senders can also check out, pay, send, cancel, copy, and share. Admins
          can also edit, delete, and manage the team. Ask an admin to change your role.
        </p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          Go to campaigns
        </PageLink>
      </Message>
    </div>
  );
}
