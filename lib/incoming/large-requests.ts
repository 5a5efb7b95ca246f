/**
 * Limits how many large requests are in progress at once, so that their bodies can't use up all of the
 * memory.
 */
import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/runtime/singleton.ts';

const inProgress = () => singleton('largeRequests', () => new Set<ServerResponse>());

/**
 * Counts a large request until its response is sent or its connection closes.
 * @returns false if the maximum number of large requests is already in progress
 */
export function startLargeRequest(response: ServerResponse, max: number): boolean {
  if (inProgress().has(response)) return true;
  if (inProgress().size >= max) return false;
  inProgress().add(response);
  response.once('close', () => inProgress().delete(response));
  return true;
}
