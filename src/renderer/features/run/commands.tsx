import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { filmCommands } from '../../state/film-run.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { keyed } from '../../ui/keyed.ts';
import { Modal } from '../../ui/modal.tsx';
import { endWords, runText } from './run-text.ts';
import { shortLine } from './short-line.ts';

/** Breaks between arguments, as browsers break within `--option` and `a/path`, too; within one only where it is too long. */
function Line({ line }: { readonly line: string }) {
  return keyed(line.split(' '), (word) => word).map(({ key, item }) => (
    <span key={key}>
      <span className="command-word">{item}</span>{' '}
    </span>
  ));
}

/** The last command that was really run, with time and exit code; all others a click away. */
export function Commands() {
  const stores = useStores();
  const now = useStore(stores.commands, (state) => state.commands);
  const run = useStore(stores.run, (state) => state.run);
  const phase = useStore(stores.run, (state) => state.phase);
  const film = useStore(stores.player, (state) => state.film);
  const moment = useStore(stores.player, (state) => state.moment);
  const commands = useMemo(
    () => (film === null || moment === null ? now : filmCommands(film, moment)),
    [now, film, moment],
  );
  const [open, setOpen] = useState(false);
  const last = commands.at(-1);
  if (last === undefined) return <p className="command-none">{runText.noCommand}</p>;
  return (
    <div className="command" data-testid="commands">
      <code className="command-line" title={visibleText(last.line)} data-testid="last-command">
        <span aria-hidden="true">$ </span>
        {visibleText(shortLine(last))}
      </code>
      <span className="command-end" data-testid="command-end">
        {endWords(last, { run, phase })}
      </span>
      <CopyButton text={last.line} label={runText.copy} testId="copy-command" />
      <button type="button" className="button small" data-testid="all-commands" onClick={() => setOpen(true)}>
        {runText.allCommands(commands.length)}
      </button>
      <Modal wide title={runText.commands} open={open} onClose={() => setOpen(false)}>
        <ol className="command-list" data-testid="command-list">
          {keyed(commands, (command) => command.line).map(({ key, item: command }) => (
            <li key={key}>
              <div>
                {command.of !== undefined && <p className="command-of">{visibleText(command.of)}</p>}
                <code>
                  <Line line={visibleText(command.line)} />
                </code>
              </div>
              <span className="command-end">{endWords(command, { run, phase })}</span>
              <CopyButton text={command.line} label={runText.copy} />
            </li>
          ))}
        </ol>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={() => setOpen(false)}>
            {runText.close}
          </button>
        </div>
      </Modal>
    </div>
  );
}
