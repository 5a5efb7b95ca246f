/** The customer list, with figures from the campaign index. */

export const CUSTOMER_SORT_KEYS = ['email', 'campaigns', 'spent', 'last_mailing', 'next_mailing'] as const;
export type CustomerSortKey = (typeof CUSTOMER_SORT_KEYS)[number];

/**
 * Customers without a value come last in both directions. Amounts in different currencies can't be compared, so
 * customers are sorted by currency before they are sorted by amount.
 */
export interface CustomerSort {
  readonly key: CustomerSortKey;
  readonly direction: 'asc' | 'desc';
}

export interface ListedCustomer {
  readonly id: number;
  /** Null if the mail service sent no address. */
  readonly email: string | null;
  readonly campaigns: number;
  /** The amounts paid for the customer's campaigns, in minor units, largest first. */
  readonly spending: readonly { readonly currency: string | null; readonly paid: number }[];
  /** When the last campaign was sent, in milliseconds. */
  readonly lastMailingAt: number | null;
  /** When the next queued campaign will be sent, in milliseconds. */
  readonly nextMailingAt: number | null;
}
