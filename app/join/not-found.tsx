import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';
import { NO_INVITATION_WORDS } from '#lib/http/private-links.ts';

/** One page for every link that can't be used, whatever the reason. */
export default async function NoInvitation() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="astray" tone="muted" title={NO_INVITATION_WORDS.heading}>
        <p>{NO_INVITATION_WORDS.sentence}</p>
      </Message>
    </PublicPage>
  );
}
