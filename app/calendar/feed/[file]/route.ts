import { readCalendarFeed } from '#lib/data/calendar-feed.ts';
import { env } from '#lib/env/env.ts';
import { calendarRefusal, calendarResponse, writeCalendarFeed } from '#lib/http/calendar-feed.ts';

interface Context {
  readonly params: Promise<{ file: string }>;
}

const INDEXING_SECONDS = 300;
const OFF_SECONDS = 3_600;

/**
 * Serves a calendar feed to a calendar program, which isn't signed in. Responds to all invalid URLs in the same
 * way.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const reading = await readCalendarFeed((await params).file, request.headers);
  switch (reading.kind) {
    case 'invalid':
      return calendarRefusal(404, 'This feed URL isn’t valid. Create a new feed in Mailroom.');
    case 'limited':
      return calendarRefusal(429, 'Too many requests. Try again later.', reading.secondsLeft);
    case 'incomplete':
      return calendarRefusal(503, 'Mailroom is still indexing campaigns. Try again later.', INDEXING_SECONDS);
    case 'off':
      return calendarRefusal(503, 'The campaign index is off. Ask your administrator.', OFF_SECONDS);
    case 'feed':
      return calendarResponse(writeCalendarFeed(reading, env().origin), request);
  }
}
