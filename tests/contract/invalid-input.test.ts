/** Tests which input the console refuses to encode. */
import { describe, expect, test } from 'vitest';
import { encodeRequest, WireError } from '#lib/contract/wire.ts';

describe('encoding', () => {
  test('rejects invalid input with an error that names the operation and the field', () => {
    const encodeWrong = () => encodeRequest('payAndSendCampaign', { id: 12, email: 'ada', source: '' });
    expect(encodeWrong).toThrow(WireError);
    expect(encodeWrong).toThrow(/^payAndSendCampaign: .*email must be an email address/);
  });

  test('rejects input with another operation’s field', () => {
    const input = { id: 12, redirect_uri: 'https://a.example', date: '2026-12-01T14:00:00Z' };
    expect(() => encodeRequest('payCampaign', input)).toThrow('date is not a valid input for this operation');
  });

  test('rejects input with an unknown field in a nested object', () => {
    const input = { sent_at: { from: '2026-11-01', since: 'x' } };
    expect(() => encodeRequest('listCampaigns', input)).toThrow(
      'sent_at[since] is not a valid field for this operation',
    );
  });

  test.each(['javascript:alert(1)', 'ftp://a.example', '//a.example', 'a.example'])(
    'rejects the redirect_uri %j',
    (redirect_uri) => {
      expect(() => encodeRequest('payCampaign', { id: 1, redirect_uri })).toThrow(
        'must be an http or https URL',
      );
    },
  );

  test.each([
    '2026-12-01',
    '2026-12-01T14:00:00',
    'tomorrow',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
  ])('rejects the send date %j, because an exact time is required', (date) => {
    expect(() => encodeRequest('sendCampaign', { customer_id: 1, id: 1, date })).toThrow('ISO 8601');
  });
});
