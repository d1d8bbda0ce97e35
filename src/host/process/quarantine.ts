import { execFile } from 'node:child_process';

/** True when the file carries macOS's mark for downloads; false elsewhere and when it cannot be read. */
export function isQuarantined(path: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform !== 'darwin') return Promise.resolve(false);
  return new Promise((done) => {
    execFile('/usr/bin/xattr', ['-p', 'com.apple.quarantine', path], { timeout: 5000 }, (error) => {
      done(error === null);
    });
  });
}
