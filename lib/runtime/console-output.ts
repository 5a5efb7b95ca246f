/** Redirects what Next and libraries print with `console`, so that every line of output has the log's format. */
import { stripVTControlCharacters } from 'node:util';

type OutputLevel = 'info' | 'warn' | 'error';

/** @param text the printed text, without colors. It's empty if only an error was printed. */
type Report = (level: OutputLevel, text: string, error: Error | undefined) => void;

const LEVELS = {
  error: 'error',
  warn: 'warn',
  log: 'info',
  info: 'info',
  debug: 'info',
  trace: 'info',
} as const;

/** Also redirects Node's own warnings. Can be called again with another function. */
export function redirectConsole(report: Report): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, OutputLevel][]) {
    console[method] = (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error);
      const words = parts.filter((part) => typeof part === 'string' && /\w/.test(part));
      const text = stripVTControlCharacters(words.join(' ')).trim();
      if (text !== '' || error) report(level, text, error);
    };
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => report('warn', '', warning));
}
