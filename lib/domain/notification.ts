/** The notifications that members get by email. */
export type NotificationKind = 'needs_review' | 'sent' | 'decisions';
