import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Study, ToolInfo } from '../../contract/types.ts';
import type { Bench } from '../../domain/diagram/truth-words.ts';
import { useStores } from './app.ts';

/**
 * What a study is shown with: the istioctl that it was made with, and on the lab bench the Envoy that is here now, which may
 * have come after the study.
 */
export function benchOf(study: Study, tools: readonly ToolInfo[]): Bench {
  const envoy = tools.find(({ program, version }) => program === 'envoy' && version !== null);
  if (study.bench !== 'lab' || envoy === undefined) return study;
  return { ...study, tools: [...study.tools.filter(({ program }) => program !== 'envoy'), envoy] };
}

/** The bench of the study on the stage; null while there is none. */
export function useBench(): Bench | null {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const tools = useStore(stores.tools, (state) => state.tools);
  return useMemo(() => (study === null ? null : benchOf(study, tools)), [study, tools]);
}
