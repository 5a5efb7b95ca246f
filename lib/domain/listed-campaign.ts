/** Converts rows of the campaign index to the campaigns that lists show. */
import type { Campaign } from '#lib/contract/resources.ts';
import type { ListedCampaign } from './campaign-list.ts';
import type { PaymentState } from './index-filter.ts';

/** The columns of the campaign index that lists show. */
export interface IndexRow {
  readonly campaignId: number;
  readonly customerId: number | null;
  readonly customerEmail: string | null;
  readonly templateId: number | null;
  readonly firstTemplateName: string | null;
  readonly templateName: string | null;
  readonly status: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly recipients: number | null;
  readonly postage: string | null;
  readonly size: string | null;
  readonly senderCopy: boolean | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  readonly scheduledAt: Date | null;
  readonly sentAt: Date | null;
  readonly expectedDelivery: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly thumbnails: readonly string[];
  readonly alreadyPaid: number | null;
  readonly leftToPay: number | null;
  readonly credit: number | null;
  readonly payment: PaymentState | null;
  readonly title: string | null;
  readonly note: string | null;
}

/** A campaign in an export, including the details that lists leave out. */
export interface ExportedCampaign extends ListedCampaign {
  /** What checkout showed, in minor units. Null if it isn't clearly an amount. */
  readonly checkout: {
    readonly total: number | null;
    readonly credit: number | null;
    readonly readAt: Date | null;
  };
  readonly lastReadAt: Date | null;
}

interface ExportRow extends IndexRow {
  readonly total: number | null;
  readonly checkoutReadAt: Date | null;
  readonly lastReadAt: Date | null;
}

export const exportedCampaign = (row: ExportRow): ExportedCampaign => ({
  ...listedCampaign(row),
  checkout: { total: row.total, credit: row.credit, readAt: row.checkoutReadAt },
  lastReadAt: row.lastReadAt,
});

export function listedCampaign(row: IndexRow): ListedCampaign {
  const { customerId, customerEmail, firstTemplateName, templateName } = row;
  const hasName = firstTemplateName !== null || templateName !== null;
  return {
    campaign: campaignOf(row),
    given: { title: row.title, note: row.note },
    templateName: hasName
      ? {
          first: firstTemplateName ?? templateName ?? undefined,
          current: templateName ?? undefined,
        }
      : undefined,
    customer: customerId === null ? undefined : { id: customerId, email: customerEmail ?? undefined },
    amounts: {
      payment: row.payment,
      leftToPay: row.leftToPay,
      alreadyPaid: row.alreadyPaid,
      credit: row.credit,
      currency: row.currency,
    },
  };
}

/** Returns the campaign as the mail service described it when it was last read. */
function campaignOf(row: IndexRow): Campaign {
  return {
    id: row.campaignId,
    template_id: row.templateId ?? undefined,
    status: row.status ?? undefined,
    price: row.price ?? undefined,
    recipient_count: row.recipients ?? undefined,
    postage_class: row.postage ?? undefined,
    size: row.size ?? undefined,
    send_copy_to_sender: row.senderCopy ?? undefined,
    created_at: row.createdAt?.toISOString(),
    updated_at: row.updatedAt?.toISOString(),
    scheduled_at: row.scheduledAt?.toISOString(),
    sent_at: row.sentAt?.toISOString(),
    expected_delivery_date: row.expectedDelivery ?? undefined,
    meta_data: { ...row.metadata },
    thumbnails: [...row.thumbnails],
  };
}
