import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { TokenScope } from '#lib/domain/api-token.ts';
import { describeAccess, describeLastUse, describeTokenEnd, type TokenTimes } from '#lib/format/api-token.ts';
import type { DateSettings } from '#lib/format/dates.ts';

export interface TokenListItem extends TokenTimes {
  readonly id: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: readonly TokenScope[];
  readonly customerId: number | null;
  readonly addresses: readonly string[];
}

interface TokenListProps {
  readonly tokens: readonly TokenListItem[];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Each token links to its page, where it can be revoked. */
export function TokenList({ tokens, dateSettings, now }: TokenListProps) {
  return (
    <ul className="-my-1">
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line py-3 not-first:border-t"
        >
          <div className="min-w-0 grow basis-60">
            <p className={token.state === 'live' ? '' : 'text-muted line-through'}>
              <PageLink
                href={`/tokens/${token.id}`}
                className="font-[550] wrap-anywhere underline underline-offset-3"
              >
                <bdi>{token.name}</bdi>
              </PageLink>{' '}
              <span className="font-mono text-sm whitespace-nowrap text-muted">mrm_…{token.ending}</span>
            </p>
            <p className="text-sm text-muted">
              <Dotted parts={describeLimits(token)} />
            </p>
          </div>
          <p className="text-sm text-muted tabular-nums">
            {describeLastUse(token, dateSettings, now)}
            <span className="block">{describeTokenEnd(token, dateSettings, now)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function describeLimits({ scopes, customerId, addresses }: TokenListItem): string {
  return [
    describeAccess(scopes),
    customerId === null ? undefined : `customer #${customerId} only`,
    addresses.length === 0 ? undefined : `only from ${addresses.join(', ')}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
