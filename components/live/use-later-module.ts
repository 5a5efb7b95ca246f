import { useEffect, useState } from 'react';

/**
 * Loads a module after the page, because the page is usable without the module.
 * @param load a function that imports the module, and that doesn't change between renders
 * @returns undefined until the module is loaded, or null if it can't be loaded
 */
export function useLaterModule<Module extends object>(
  load: () => Promise<Module>,
): Module | null | undefined {
  const [module, setModule] = useState<Module | null>();
  useEffect(() => {
    load().then(setModule, () => setModule(null));
  }, [load]);
  return module;
}
