/**
 * Speeds up imports between drizzle-orm's modules. Without these hooks, Node parses the package's 175 KB
 * package.json again for each module, which takes up a third of the embedded service's load time. These
 * imports name ES modules by relative paths, so they need nothing from package.json. `node --import` loads
 * this file before a program.
 */
import { registerHooks } from 'node:module';

const PACKAGE = '/node_modules/drizzle-orm/';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const isQuick = /^\.\.?\/.*\.js$/.test(specifier) && parentURL?.includes(PACKAGE);
    if (!isQuick) return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
