import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

/** A link would lead to an empty page. */
export function NoProofYet({ campaignId }: { readonly campaignId: number }) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title="There is nothing to show yet" level={2}>
        <p>The service hasn’t drawn the proof. It can be shared as soon as it has.</p>
        <PageLink href={`/campaigns/${campaignId}`} className={buttonClass('primary', 'mt-5')}>
          Go to the campaign
        </PageLink>
      </Message>
    </Card>
  );
}
