'use client';

import type { ReactNode } from 'react';
import { SortLink, type SortLinkProps } from '#components/lists/sort-link.tsx';
import { PageCheckbox, RowCheckbox } from '#components/selection/row-checkbox.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { Pill } from './pill.tsx';
import { ThumbnailFrame } from './thumbnail-frame.tsx';

export interface TableColumn {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  /** The class for the column's width. Undefined in tables that scroll horizontally. */
  readonly width?: string;
  readonly isNumber?: boolean;
  /** Whether the value and its heading get their own line on a card. */
  readonly isOwnLine?: boolean;
  readonly sort?: Pick<SortLinkProps, 'href' | 'direction'> & {
    readonly aria: 'ascending' | 'descending' | undefined;
  };
}

/**
 * A cell's text, or the text with its style: the color class of a status, `long` for text that is cut off after two lines,
 * `secondary` for muted text, `missing` for muted text that cards leave out, or `left` for an amount that is left to pay.
 */
export type TableCell = string | readonly [style: string, text: string];

export interface TableRow {
  readonly id: number;
  readonly title: string;
  /** The classes for the thumbnail's dimensions. */
  readonly shape: string;
  readonly hasThumbnail?: boolean;
  readonly customer?: readonly [id: number, name: string];
  /** The template's name, if it differs from the title. */
  readonly template?: string;
  /** The template's new name, if it was renamed. */
  readonly newName?: string;
  readonly isSelected?: boolean;
  /** In the order of the columns. */
  readonly cells: readonly TableCell[];
}

export interface TableTotal {
  readonly label: string;
  readonly note?: string;
  /** In the order of the columns. Null for columns that can't be added up. */
  readonly sums: readonly (string | null)[];
  /** A note below the amount left to pay. */
  readonly leftNote?: string;
}

export interface TableData {
  /** Whether the table scrolls horizontally. */
  readonly isWide: boolean;
  readonly isCompact: boolean;
  readonly isSelectable: boolean;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** One per currency. */
  readonly totals: readonly TableTotal[];
}

interface CampaignTableProps extends TableData {
  /** Shown instead of a thumbnail that hasn't been rendered. */
  readonly placeholder: ReactNode;
  /** The arrows in the columns' headings. */
  readonly arrows: Readonly<Record<'asc' | 'desc', ReactNode>>;
}

/**
 * The campaign list's table. A client component, so that its rows are sent to the browser as values instead
 * of elements. The server renders the table, too, so the page is complete without JavaScript.
 */
export function CampaignTable(props: CampaignTableProps) {
  const { isWide, isCompact, isSelectable, rows, totals } = props;
  return (
    <table
      className={`campaign-table ${isWide ? 'table-auto @list:whitespace-nowrap' : 'table-fixed'}${isCompact ? ' compact' : ''}${isSelectable ? ' selectable' : ''}`}
    >
      <caption className="sr-only">Campaigns</caption>
      <Headings {...props} />
      <tbody>
        {rows.map((row) => (
          <CampaignRow key={row.id} {...props} row={row} />
        ))}
      </tbody>
      {totals.length > 0 && <Totals {...props} />}
    </table>
  );
}

function Headings({ columns, isWide, isCompact, isSelectable, arrows }: CampaignTableProps) {
  return (
    <thead className="@max-list:hidden">
      <tr>
        {isSelectable && (
          <td className="col-check w-11">
            <PageCheckbox />
          </td>
        )}
        <th scope="col" className={isCompact ? 'w-[56px]' : 'w-[96px]'}>
          <span className="sr-only">Thumbnail</span>
        </th>
        <th scope="col" className={isWide ? 'min-w-[240px]' : undefined}>
          Campaign
        </th>
        {columns.map(({ id, name, className, width = '', isNumber = false, sort }) => (
          <th
            key={id}
            scope="col"
            aria-sort={sort?.aria}
            className={`${className} ${isNumber ? 'number ' : ''}${width}`}
          >
            {sort ? (
              <SortLink {...sort} name={name} isNumber={isNumber} arrow={arrows[sort.direction ?? 'desc']} />
            ) : (
              <bdi className="block truncate leading-6">{name}</bdi>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function CampaignRow({
  row: { id, title, shape, hasThumbnail, customer, template, newName, isSelected = false, cells },
  columns,
  isCompact,
  isSelectable,
  placeholder,
}: CampaignTableProps & { readonly row: TableRow }) {
  return (
    <tr className="group">
      {isSelectable && (
        <td className="col-check">
          <RowCheckbox id={id} name={`${title} #${id}`} isSelected={isSelected} />
        </td>
      )}
      <td className="col-thumbnail">
        <ThumbnailFrame id={id} shape={shape} placeholder={hasThumbnail ? undefined : placeholder} />
      </td>
      <th scope="row">
        <PageLink href={`/campaigns/${id}`} className="title row-link">
          <bdi>{title}</bdi>
        </PageLink>
        <span className="subtitle">
          {customer && columns.some((column) => column.id === 'customer') && (
            <span className="@max-list:hidden @columns:hidden">
              <CustomerLink customer={customer} />
              {' · '}
            </span>
          )}
          {`#${id}`}
          {template !== undefined && (
            <>
              {' · '}
              <bdi>{template}</bdi>
            </>
          )}
        </span>
        {newName !== undefined && (
          <span className="line-clamp-2 text-sm text-muted">
            Template renamed to “<bdi>{newName}</bdi>”
          </span>
        )}
      </th>
      {columns.map((column, i) => (
        <td key={column.id} className={`${column.className}${column.isNumber ? ' number' : ''}`}>
          {column.isOwnLine && (
            <span className="text-muted @list:hidden">
              <bdi>{column.name}</bdi>{' '}
            </span>
          )}
          {column.id === 'customer' ? (
            customer && <CustomerLink customer={customer} />
          ) : (
            <Cell cell={cells[i] ?? ''} isStatus={column.id === 'status'} isCompact={isCompact} />
          )}
        </td>
      ))}
    </tr>
  );
}

/** A link to the customer, above the link that covers the row. */
function CustomerLink({ customer: [id, name] }: { readonly customer: NonNullable<TableRow['customer']> }) {
  return (
    <PageLink href={`/customers/${id}`} className="customer">
      <bdi>{name}</bdi>
    </PageLink>
  );
}

function Cell({ cell, isStatus, isCompact }: { cell: TableCell; isStatus: boolean; isCompact: boolean }) {
  if (typeof cell === 'string') return cell;
  const [style, text] = cell;
  if (isStatus) return <Pill className={style} label={text} isFlat={isCompact} />;
  switch (style) {
    case 'long':
      return <bdi className="line-clamp-2">{text}</bdi>;
    case 'left':
      return (
        <>
          {text}
          <span className="text-muted @list:hidden"> left</span>
        </>
      );
    default:
      return <span className={`text-muted${style === 'missing' ? ' @max-list:hidden' : ''}`}>{text}</span>;
  }
}

/** The totals of all campaigns that match the filters: one row per currency. */
function Totals({ columns, totals, isSelectable }: CampaignTableProps) {
  return (
    <tfoot>
      {totals.map(({ label, note, sums, leftNote }) => (
        <tr key={label}>
          <th scope="row" colSpan={isSelectable ? 3 : 2}>
            {label}
            {note !== undefined && <span className="block text-sm font-normal text-muted">{note}</span>}
          </th>
          {columns.map(({ id, name, className, isNumber }, i) => {
            const sum = sums[i] ?? null;
            return (
              <td
                key={id}
                className={`${className} tabular-nums${isNumber ? ' number' : ''}${sum === null ? ' @max-list:hidden' : ''}`}
              >
                {sum !== null && (
                  <>
                    <span className="block text-xs font-normal text-muted @list:hidden">{name}</span>
                    <span className="@list:flex @list:justify-end @list:whitespace-nowrap">{sum}</span>
                    {id === 'left_to_pay' && leftNote !== undefined && (
                      <span className="block text-xs font-normal text-muted">{leftNote}</span>
                    )}
                  </>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tfoot>
  );
}
