import type { ShareLink, Visits } from '#lib/domain/share-link.ts';
import { type DateSettings, formatDay, formatMoment } from '#lib/format/dates.ts';
import { formatPlural } from '#lib/format/text.ts';

/** Returns text such as "Viewed 3 times from 2 networks, last today, 10:02 AM EST". */
export function describeVisits(visits: Visits | null, dateSettings: DateSettings, now: number): string {
  if (visits === null) return 'Not viewed yet';
  const { times, networks, lastAt } = visits;
  const count = times === 1 ? 'Viewed once' : `Viewed ${formatPlural(times, 'time')}`;
  const from = networks === 1 ? '' : ` from ${formatPlural(networks, 'network')}`;
  return `${count}${from}, ${times === 1 ? '' : 'last '}${formatMoment(lastAt, dateSettings, now)}`;
}

/** Returns text such as "Active until Dec 4". */
export function describeLinkState(
  { state, expiresAt, revokedAt }: ShareLink,
  dateSettings: DateSettings,
  now: number,
): string {
  switch (state) {
    case 'open':
      return `Active until ${formatDay(expiresAt, dateSettings, now)}`;
    case 'expired':
      return `Expired ${formatDay(expiresAt, dateSettings, now)}`;
    case 'revoked':
      return `Revoked ${formatDay(revokedAt ?? undefined, dateSettings, now)}`;
  }
}
