/** Where the browser leaves the name of its time zone, so that the server can show times as its clock does. */
export const ZONE_COOKIE = 'mailroom-zone';
