/** CSV downloads. Values that a spreadsheet would evaluate as formulas are escaped. */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { log } from '#lib/log.ts';

type Cell = string | number | null;

const LATER_FORMULA = /([;\t|\r\n]\s*)(?=[=+\-@])/g;

/**
 * Adds an apostrophe before each formula that isn't at the beginning of the text. In many countries,
 * spreadsheets end cells at semicolons or tabs instead of commas, even inside quotation marks.
 */
const escapeLaterFormulas = (text: string): string => text.replace(LATER_FORMULA, "$1'");

/**
 * Streams rows as a CSV file.
 * @param name the file's name, such as "mailroom-activity.csv"
 * @param chunks the rows, several at a time. If the download is canceled, no more rows are read.
 */
export function csvResponse(
  name: string,
  columns: readonly string[],
  chunks: AsyncIterable<readonly (readonly Cell[])[]>,
): Response {
  const options = {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    cast: { string: escapeLaterFormulas },
    record_delimiter: 'windows' as const,
    bom: true,
  };
  // `pipeline` stops the database reads if the download is canceled.
  // If a read fails, `pipeline` ends the download.
  const csv = pipeline(Readable.from(rowsOf(chunks)), stringify(options), (error) => {
    if (error) log().warn({ err: error, file: name }, 'an export stopped early');
  });
  return new Response(Readable.toWeb(csv) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

async function* rowsOf(chunks: AsyncIterable<readonly (readonly Cell[])[]>) {
  for await (const chunk of chunks) yield* chunk;
}
