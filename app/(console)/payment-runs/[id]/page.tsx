import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { mailpieceShape } from '#components/campaign/mailpiece.ts';
import { CampaignProof, ProofFrame, ProofPlaceholder } from '#components/campaign/proof.tsx';
import { RunPage } from '#components/payment-runs/run-page.tsx';
import { runCampaignName } from '#components/payment-runs/run-row.tsx';
import { TurnCard } from '#components/payment-runs/turn-card.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { serviceNow } from '#lib/data/service.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { findLastPaid, isRunFinished, type LiveAmounts, RECENT_PAYMENT_MS } from '#lib/domain/payment-run.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import { payInRunAction, skipInRunAction, stopRunAction } from './actions.ts';
import { loadRunTurn } from './loader.ts';

export const metadata: Metadata = { title: 'Payment run' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
}

function liveAmounts(campaignId: number, checkout: Checkout): LiveAmounts {
  const { to_be_paid: due, credit } = applicablePrice(checkout);
  return { campaignId, due, credit };
}

/** Other members see the receipt, which shows the same information. */
export default consolePage(async function Page({ params }: PageProps) {
  const { id } = await requirePageAccess(params, 'listCampaigns');
  const [loaded, dateSettings] = await Promise.all([loadRunTurn(id), readDateSettings()]);
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={`/payment-runs/${id}`} />;
  const { run, turn } = loaded.value;
  if (!run.isOwn || !run.canPay || run.stoppedAt !== null || isRunFinished(run))
    redirect(`/payment-runs/${id}/receipt`);
  const since = Date.now() - RECENT_PAYMENT_MS;
  const lastPaid = findLastPaid(run.items, since);
  const order = turn?.order.ok ? turn.order.value : undefined;
  return (
    <RunPage
      run={run}
      turn={
        turn && {
          item: turn.item,
          live: order && liveAmounts(turn.item.campaignId, order.checkout),
          proof: (
            <div key={turn.item.campaignId} className="min-w-0 max-wide:order-1">
              {order ? (
                <CampaignProof
                  campaign={order.campaign}
                  title={campaignTitle(order.campaign.id, runCampaignName(turn.item.listed))}
                />
              ) : (
                <ProofFrame>
                  <ProofPlaceholder shape={mailpieceShape(turn.item.listed?.campaign.size)} />
                </ProofFrame>
              )}
            </div>
          ),
          payment: (
            <TurnCard
              key={turn.item.campaignId}
              run={run}
              item={turn.item}
              order={turn.order}
              payAction={payInRunAction}
              skipAction={skipInRunAction}
              dateSettings={dateSettings}
            />
          ),
        }
      }
      lastPaid={lastPaid}
      stopAction={stopRunAction}
      dateSettings={dateSettings}
      now={serviceNow()}
    />
  );
});
