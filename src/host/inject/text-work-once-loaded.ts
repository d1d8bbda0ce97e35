import { lazy } from '../lazy.ts';
import type { TextWork } from './text-work.ts';

/**
 * Text work whose code is loaded when the first piece of it is asked for: istioctl is started meanwhile, and works while
 * we load. What is asked for is begun in the order of asking.
 */
export function textWorkOnceLoaded(load: () => Promise<TextWork>): TextWork {
  const work = lazy(load);
  return {
    prepare: async (...ask) => (await work.get()).prepare(...ask),
    ahead: async (...ask) => (await work.get()).ahead(...ask),
    grow: async (...ask) => (await work.get()).grow(...ask),
    review: async (...ask) => (await work.get()).review(...ask),
    explain: async (...ask) => (await work.get()).explain(...ask),
    locate: async (...ask) => (await work.get()).locate(...ask),
  };
}
