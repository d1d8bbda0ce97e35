import { spawn } from 'node:child_process';
import { childEnvironment } from './environment.ts';

/** The program of each system that opens a file with what the user has chosen for it. */
function opener(platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}

/**
 * Opens a file of ours in the user's own program (a page: their browser). What it starts is theirs: it does not end
 * with us. Resolves to false when the system has nothing to open it with.
 */
export function openExternally(file: string, platform = process.platform): Promise<boolean> {
  const [program, ...args] = opener(platform);
  return new Promise((done) => {
    const child = spawn(program, [...args, file], {
      detached: true,
      stdio: 'ignore',
      // The desktop's own variables tell the opener which browser is meant.
      env: childEnvironment(desktopVariables()),
    });
    child.once('error', () => done(false));
    child.once('exit', (code) => done(code === 0));
    child.once('spawn', () => {
      child.unref();
      // Some openers stay for as long as the browser does.
      setTimeout(() => done(true), 1500).unref();
    });
  });
}

function desktopVariables(): Record<string, string> {
  const kept: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && (/^(XDG_|KDE_|GNOME_|DESKTOP_)/.test(name) || name === 'BROWSER'))
      kept[name] = value;
  return kept;
}
