import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';

/** One page for every link that can't be used, whatever the reason. */
export default async function NoInvitation() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="astray" tone="muted" title="This invitation can’t be used any more">
        <p>It works once and for a while only, or the link was cut short on its way. Ask for a new one.</p>
      </Message>
    </PublicPage>
  );
}
