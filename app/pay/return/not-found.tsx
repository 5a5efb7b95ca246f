import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';

/** A link that is none of ours, was altered, or is too old. */
export default async function NotOurLink() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="astray" tone="muted" title="This link isn’t valid">
        <p>
          It may be incomplete or too old. Opening it changed nothing. Check the campaign to see whether it
          was paid.
        </p>
      </Message>
    </PublicPage>
  );
}
