import { buttonClass } from './button.ts';
import { Message } from './message.tsx';
import { PageLink } from './page-link.tsx';

export function Forbidden() {
  return (
    <Message icon="lock" tone="amber" title="You don’t have access">
      <p>
        Viewers can view campaigns, customers, templates, and activity. Senders can also pay for, send,
        cancel, copy, and share campaigns. Admins can also edit customers and templates, delete drafts and
        templates, and manage the team. Ask an admin to change your role.
      </p>
      <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
        Go to campaigns
      </PageLink>
    </Message>
  );
}
