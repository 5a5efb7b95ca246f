import 'server-only';

export type PaymentReturn =
  | { readonly state: 'not_ours' }
  | {
      readonly state: 'paid' | 'confirming' | 'not_paid' | 'credits' | 'already_sent' | 'unreachable';
      readonly campaignId: number;
      /** The template's name with the campaign's number, as far as it is known. */
      readonly title: string;
      readonly pieces: number | undefined;
      readonly size: string | undefined;
      /** What this payment was for, and what is left to pay, as the service formats them. Empty when unreachable. */
      readonly paid: string;
      readonly left: string;
      /** When it was read: milliseconds on the service's clock. */
      readonly at: number;
      readonly signedIn: boolean;
    };

/**
 * What became of a payment, for whoever comes back with the link of /pay/return, signed in or not. Only the service is
 * believed; nothing is changed except that the attempt is settled by what was read.
 */
export async function readPaymentReturn(_state: string): Promise<PaymentReturn> {
  throw new Error('payment-return');
}
