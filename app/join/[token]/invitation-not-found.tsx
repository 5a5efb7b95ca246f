import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';
import { INVALID_INVITATION_TEXT } from '#lib/http/private-links.ts';

/** The page for all invalid invitation links, no matter why they are invalid. */
export async function InvitationNotFound() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="not-found" tone="muted" title={INVALID_INVITATION_TEXT.heading}>
        <p>{INVALID_INVITATION_TEXT.sentence}</p>
      </Message>
    </PublicPage>
  );
}
