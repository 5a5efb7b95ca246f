/** Tests how filters are read from the URLs of the activity page and the CSV export. */
import { expect, it } from 'vitest';
import { ACTIVITY_OUTCOMES } from '#lib/domain/activity.ts';
import { readActivityQuery } from '#lib/forms/activity-query.ts';

it.each([
  ['began', 'started'],
  ['said_done', 'marked_done'],
  ['said_refused', 'marked_failed'],
])('a URL with the former outcome name %s selects the outcome %s', (former, outcome) => {
  expect(readActivityQuery({ outcome: former }, 'UTC')).toMatchObject({
    typed: { outcome },
    errors: {},
    filters: { outcome },
  });
});

it('the operation filter selects all security events, or only one kind', () => {
  const read = (operation: string) => readActivityQuery({ operation }, 'UTC');
  expect(read('security')).toMatchObject({ errors: {}, filters: { category: 'security' } });
  expect(read('sign_in.refused')).toMatchObject({ errors: {}, filters: { operation: 'sign_in.refused' } });
  expect(read('sign_in.forgotten')).toMatchObject({
    errors: { operation: 'Choose an option.' },
    filters: {},
  });
});

it.each(ACTIVITY_OUTCOMES)('the outcome %s is accepted in a URL', (outcome) => {
  expect(readActivityQuery({ outcome }, 'UTC')).toMatchObject({ errors: {}, filters: { outcome } });
});

it.each(['said', '__proto__', 'Done'])('the outcome %s is rejected in a URL', (outcome) => {
  expect(readActivityQuery({ outcome }, 'UTC')).toMatchObject({
    errors: { outcome: 'Choose an option.' },
    filters: {},
  });
});
