import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { StepError } from './bootstrap.mjs';

/** Options of `serve` that have a value behind them. */
const WITH_VALUE = new Set(['--port']);

/**
 * What stands behind `npm start --`, told apart before anything is installed or built for it. Throws StepError for a file
 * that is not there.
 * @param args the words
 * @param folder where the person stands: npm runs scripts in the package's folder
 */
export function startWords(args, folder) {
  const options = [];
  const files = [];
  let value = false;
  for (const word of args) {
    if (word === '--') continue;
    const option = value || word.startsWith('-');
    if (option) options.push(word);
    else files.push(resolve(folder, word));
    value = !value && WITH_VALUE.has(word);
  }
  const lost = files.find((file) => !existsSync(file));
  if (lost !== undefined) throw new StepError(`there is no file ${lost}: check the name and the folder`);
  return { options, files };
}
