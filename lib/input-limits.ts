/**
 * Our own limits for values that members and API callers enter. The mail service's interface doesn't set any
 * of these limits. They apply to the forms, the URLs of lists, the API proxy, and the embedded service.
 */

/** The maximum number of items per page that a list's URL or an API call can request. */
export const MAX_PER_PAGE = 100;

/** The maximum length of a text in characters. */
export const MAX_NAME_LENGTH = 500;
export const MAX_KEY_LENGTH = 200;
export const MAX_TEXT_LENGTH = 10_000;

/** The length of members' and share links' passwords. Longer passwords are rejected without being hashed. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 200;

export const MAX_META_DATA_PAIRS = 100;
export const MAX_PHOTOS = 50;
/** The maximum length of a photo's URL in characters. */
export const MAX_PHOTO_LENGTH = 2_000;
