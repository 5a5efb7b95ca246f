import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { type DateSettings, formatDay, formatMoment, formatStandaloneMoment } from '#lib/format/dates.ts';
import { memberName } from '#lib/format/team.ts';
import { sentenceCase } from '#lib/format/text.ts';

export interface MemberListItem {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly since: number;
  readonly disabledAt: number | null;
  readonly lastActiveAt: number | null;
  readonly isYou: boolean;
}

interface MemberTableProps {
  readonly caption: string;
  readonly members: readonly MemberListItem[];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

export function MemberTable({ caption, members, ...rest }: MemberTableProps) {
  return (
    <ListTable caption={caption}>
      <thead className="@max-list:sr-only">
        <tr>
          <ColumnHeading>Member</ColumnHeading>
          <ColumnHeading className="w-[92px] @ledger:w-[14%]">Role</ColumnHeading>
          <ColumnHeading className="w-[118px] @ledger:w-[18%]">Member since</ColumnHeading>
          <ColumnHeading className="w-[190px] @ledger:w-[26%]">Last active</ColumnHeading>
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {members.map((member) => (
          <Row key={member.id} member={member} {...rest} />
        ))}
      </tbody>
    </ListTable>
  );
}

function Row({
  member,
  dateSettings,
  now,
}: Omit<MemberTableProps, 'caption' | 'members'> & { readonly member: MemberListItem }) {
  const { id, email, name, role, since, disabledAt, lastActiveAt, isYou } = member;
  const muted = disabledAt === null ? '' : 'text-muted';
  return (
    <tr className={`${ROW_CLASS} @max-list:block @max-list:p-3`}>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal @max-list:block ${muted}`}>
        <PageLink href={`/team/${id}`} className={ROW_LINK_CLASS}>
          <BreakableEmail text={memberName(member)} />
        </PageLink>
        {isYou && <span className="text-sm text-muted"> · you</span>}
        {name !== null && (
          <span className="block text-sm text-muted">
            <BreakableEmail text={email} />
          </span>
        )}
        <span className="block text-sm text-muted tabular-nums @list:hidden">
          {sentenceCase(role)}
          {disabledAt === null
            ? lastActiveAt !== null && ` · last active ${formatMoment(lastActiveAt, dateSettings, now)}`
            : ` · disabled ${formatDay(disabledAt, dateSettings, now)}`}
        </span>
      </th>
      <td className={`${CELL_CLASS} @max-list:hidden ${muted}`}>{sentenceCase(role)}</td>
      <td className={`${CELL_CLASS} tabular-nums @max-list:hidden ${muted}`}>
        {formatDay(since, dateSettings, now)}
      </td>
      <td className={`${CELL_CLASS} text-sm tabular-nums text-muted @max-list:hidden`}>
        {formatStandaloneMoment(lastActiveAt ?? undefined, dateSettings, now)}
      </td>
    </tr>
  );
}
