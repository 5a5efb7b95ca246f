import { MINUTE_MS } from '#lib/time-units.ts';
import type { RecordedOperation } from './activity.ts';
import type { CampaignSnapshot } from './attempt.ts';
import type { Mismatch } from './mismatch.ts';

/** The maximum time between a change and the page that confirms it. */
export const CONFIRM_MS = MINUTE_MS;

/** The campaign, customer, or template that an operation changed. */
export type ChangeSubject =
  | { readonly campaignId: number }
  | { readonly customerId: number }
  | { readonly templateId: number };

/** A change that the signed-in member just made. The page that the member sees next confirms the change. */
export interface RecentChange {
  readonly operation: RecordedOperation;
  /**
   * The amount that was charged or billed, as formatted by the service. Null if nothing was charged or
   * billed, or if the amount isn't known.
   */
  readonly amount: string | null;
  /** The campaign's state before the change. Null for changes to customers and templates. */
  readonly before: CampaignSnapshot | null;
  /** How the order differs from the order that the member agreed to, if at all. */
  readonly mismatch: Mismatch | null;
  /** The id of the copy, if the change copied a campaign. */
  readonly copyId: number | undefined;
}
