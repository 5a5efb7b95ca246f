/** The cookie that contains the browser's time zone, so that the server can format times in that zone. */
export const ZONE_COOKIE = 'mailroom-zone';
