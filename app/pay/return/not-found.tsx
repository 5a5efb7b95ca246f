import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';

/** A link that is none of ours, was altered, or is too old. */
export default async function NotOurLink() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="astray" tone="muted" title="Not a payment link of ours">
        <p>
          It may have been cut short on its way, or be too old. Whether something was paid can be seen on the
          campaign itself; nothing was changed by coming here.
        </p>
      </Message>
    </PublicPage>
  );
}
