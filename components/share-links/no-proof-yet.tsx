import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

/**
 * Shown instead of the share form until the campaign has a proof. Without a proof, guests who open a share
 * link would see an empty page.
 */
export function NoProofYet({ campaignId }: { readonly campaignId: number }) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title="Nothing to share yet" headingLevel={2}>
        <p>The mail service hasn’t generated the proof yet. You can share the proof once it’s ready.</p>
        <PageLink href={`/campaigns/${campaignId}`} className={buttonClass('primary', 'mt-5')}>
          Go to campaign
        </PageLink>
      </Message>
    </Card>
  );
}
