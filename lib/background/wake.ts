/** Starts background work on this server at once, instead of at its next regular time. */
import { singleton } from '#lib/runtime/singleton.ts';

const listeners = () => singleton('wakeListeners', () => new Map<string, () => void>());

/** @param name the name of the work's lease */
export const listenForWake = (name: string, wake: () => void): void => {
  listeners().set(name, wake);
};

/** Wakes up the background work. Does nothing if this server doesn't run it. */
export const wakeUp = (name: string): void => listeners().get(name)?.();
