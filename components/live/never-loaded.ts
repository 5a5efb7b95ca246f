/**
 * A module that never loads. Replaces a lazy component that the server has rendered and whose script can't be
 * loaded. React then doesn't change the server-rendered page, which works without JavaScript.
 */
export const neverLoaded = () => new Promise<never>(() => undefined);
