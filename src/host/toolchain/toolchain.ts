import type { ProgramName, ToolInfo, ToolProgress } from '../../contract/types.ts';

export interface Toolchain {
  /** Where both programs are and what they say they are. Never fetches; cheap when nothing changed. */
  list(): Promise<readonly ToolInfo[]>;
  /**
   * Absolute path of a program that runs here.
   * @throws FailureError `tool-not-found` when it is not here yet, `tool-cannot-run` when the one chosen cannot run.
   */
  require(program: ProgramName): Promise<string>;
  /** Finds or fetches both programs. A second call joins the first. What could not be had says why in `problem`. */
  install(signal?: AbortSignal): Promise<readonly ToolInfo[]>;
  /** Ends a running install; what was fetched so far is kept for the next one. */
  cancel(): void;
  /** Returns the way to stop listening. */
  onProgress(listener: (progress: ToolProgress) => void): () => void;
  /** The folder in which fetched programs are kept. */
  readonly cacheDir: string;
}
