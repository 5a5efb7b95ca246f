import { loadPrintFont } from '#lib/designs/fonts.ts';
import { printFontResponse } from '#lib/designs/frame.ts';

interface Context {
  readonly params: Promise<{ file: string }>;
}

/**
 * Serves a print font to the frames that show designs. Doesn't require a session, because the fonts are
 * public, and browsers don't send cookies from a sandboxed frame.
 */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  return printFontResponse(await loadPrintFont((await params).file));
}
