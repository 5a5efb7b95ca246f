/** The notifications that members get by email. */
import type { FactorChange } from './second-factor.ts';

export type NotificationKind =
  | 'needs_review'
  | 'sent'
  | 'unscheduled'
  | 'decisions'
  | 'api_token_created'
  | 'calendar_feed_created'
  | FactorChange;
