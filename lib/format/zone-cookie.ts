/**
 * The name of the cookie that contains the browser's time zone. The server formats times in the browser's
 * time zone.
 */
export const ZONE_COOKIE = 'mailroom-zone';
