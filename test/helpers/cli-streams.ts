import { PassThrough } from 'node:stream';

/** Streams for a command that runs in this process, and what it has written so far. */
export function cliStreams() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const text = { stdout: '', stderr: '' };
  stdout.on('data', (chunk) => {
    text.stdout += String(chunk);
  });
  stderr.on('data', (chunk) => {
    text.stderr += String(chunk);
  });
  return { stdin, stdout, stderr, text };
}
