/**
 * Our own limits for values that members, guests, and API callers enter. The mail service's interface doesn't
 * set any of these limits. Our limits apply to the forms, list URLs, the API proxy, and the embedded service.
 * Lengths are in characters.
 */

/** The maximum number of items per page that a list's URL or an API call can request. */
export const MAX_PER_PAGE = 100;
/** The maximum number of campaigns that members can select one by one. Their ids have to fit in a URL. */
export const MAX_SELECTED = 500;

export const MAX_EMAIL_LENGTH = 254;
/** The name of a member or a guest. */
export const MAX_PERSON_NAME_LENGTH = 100;
/** The title that members give a campaign. */
export const MAX_TITLE_LENGTH = 120;
/** The note that members give a campaign. */
export const MAX_NOTE_LENGTH = 1_000;
/** The name of a saved view. */
export const MAX_VIEW_NAME_LENGTH = 60;
/** The reason for a cancellation. */
export const MAX_REASON_LENGTH = 500;
/** The label that says who a share link is for. */
export const MAX_SHARE_LABEL_LENGTH = 80;
/** The message in the email with a share link. */
export const MAX_SHARE_MESSAGE_LENGTH = 1_000;
/** The name of an API token. */
export const MAX_TOKEN_NAME_LENGTH = 80;
/** A code from an authenticator app, or a recovery code, including spaces. */
export const MAX_CODE_LENGTH = 40;
/** A guest's comment. */
export const MAX_COMMENT_LENGTH = 2_000;
export const MAX_CARD_TOKEN_LENGTH = 500;
export const MAX_TEMPLATE_NAME_LENGTH = 500;
/** The key of a metadata pair. */
export const MAX_KEY_LENGTH = 200;
/** Any other text. */
export const MAX_TEXT_LENGTH = 10_000;

/** The minimum length of a new password for a member without a second factor. */
export const MIN_MEMBER_PASSWORD_LENGTH = 12;
/** The minimum length of a new password for a member with a second factor. */
export const MIN_TWO_FACTOR_PASSWORD_LENGTH = 8;
export const SUGGESTED_PASSWORD_LENGTH = 15;
/** The minimum length of a new password for a share link. */
export const MIN_LINK_PASSWORD_LENGTH = 8;
/** The maximum length of a password. Longer passwords are rejected without being hashed. */
export const MAX_PASSWORD_LENGTH = 200;

export const MAX_META_DATA_PAIRS = 100;
export const MAX_PHOTOS = 50;
/** The URL of a photo. */
export const MAX_PHOTO_LENGTH = 2_000;
