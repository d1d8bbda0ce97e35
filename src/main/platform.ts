import type { IpcMainInvokeEvent, Session, WebContents, WebPreferences } from 'electron';

/** What differs between generations of Electron; the rest of `src/main` is the same for all. */
export interface ShellPlatform {
  /** Answers `app://` from the folder of the built page. Called once, when the app is ready. */
  servePage(session: Session, renderer: string): void;
  /** Whether a message came from the main frame of one of our own pages. */
  isOwnFrame(event: IpcMainInvokeEvent): boolean;
  /** What the window needs beyond what every window of ours has. */
  readonly preferences: WebPreferences;
  /** Calls `asked` with the address of every window that the page wants to open, and opens none. */
  denyNewWindows(contents: WebContents, asked: (url: string) => void): void;
}
