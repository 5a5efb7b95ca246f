/** Tests the filters in the URLs of the activity page and its CSV export. */
import { expect, it } from 'vitest';
import { ACTIVITY_OUTCOMES } from '#lib/domain/activity.ts';
import { readActivityQuery } from '#lib/forms/activity-query.ts';

it.each([
  ['began', 'started'],
  ['said_done', 'marked_done'],
  ['said_refused', 'marked_failed'],
])('reads the former outcome %s as %s', (former, outcome) => {
  expect(readActivityQuery({ outcome: former }, 'UTC')).toMatchObject({
    typed: { outcome },
    errors: {},
    filters: { outcome },
  });
});

it.each(ACTIVITY_OUTCOMES)('reads the outcome %s', (outcome) => {
  expect(readActivityQuery({ outcome }, 'UTC')).toMatchObject({ errors: {}, filters: { outcome } });
});

it.each(['said', '__proto__', 'Done'])('rejects the outcome %s', (outcome) => {
  expect(readActivityQuery({ outcome }, 'UTC')).toMatchObject({
    errors: { outcome: 'Choose an option.' },
    filters: {},
  });
});
