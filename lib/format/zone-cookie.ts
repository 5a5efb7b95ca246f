/** The cookie in which the browser sends its time zone, so that the server can format times in it. */
export const ZONE_COOKIE = 'mailroom-zone';
