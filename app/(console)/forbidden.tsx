import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

export default function Forbidden() {
  return (
    <div className="py-14">
      <Message icon="lock" tone="amber" title="Not for your role">
        <p>
          Viewers look; senders also check out, pay, send, cancel, copy and share; admins also edit and
          delete, and look after the team. An admin can change your role.
        </p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          Go to the campaigns
        </PageLink>
      </Message>
    </div>
  );
}
