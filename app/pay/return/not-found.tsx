import { PublicPage } from '#components/shell/public-page.tsx';
import { Message } from '#components/ui/message.tsx';
import { isSandbox } from '#lib/data/service.ts';

/** The page for a return link that is malformed, altered, or expired. */
export default async function InvalidReturnLink() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <Message icon="not-found" tone="muted" title="This link isn’t valid">
        <p>
          The link may be incomplete or expired. Opening the link didn’t change anything. Check the campaign
          to see whether it was paid for.
        </p>
      </Message>
    </PublicPage>
  );
}
