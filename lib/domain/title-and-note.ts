/**
 * The title and note that members enter for a campaign. Only Mailroom stores them, never the mail service.
 */
export interface TitleAndNote {
  /** Shown instead of the template's name. */
  readonly title: string | null;
  readonly note: string | null;
}

/** A stored title and note, and their last change. */
export interface StoredTitleAndNote extends TitleAndNote {
  /** The number of changes. */
  readonly revision: number;
  /** The email address of the member who made the last change. Null if there was no change. */
  readonly changedBy: string | null;
  /** In milliseconds since the epoch. Null if there was no change. */
  readonly changedAt: number | null;
}

export const NO_TITLE_AND_NOTE: StoredTitleAndNote = {
  title: null,
  note: null,
  revision: 0,
  changedBy: null,
  changedAt: null,
};
