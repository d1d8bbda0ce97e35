import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { keyed } from '../../ui/keyed.ts';
import { manifestText } from './manifest-text.ts';

/** The commands behind what is shown; `children` say something of the programs, where there is something to say. */
export function ManifestFoot({ children }: { readonly children: ReactNode }) {
  const stores = useStores();
  const view = useStore(stores.manifest, (state) => state.view);
  const first = useStore(stores.manifest, (state) => state.first.open);
  const second = useStore(stores.manifest, (state) => state.second.open);
  const commands = [first, view === 'compare' ? second : null].flatMap((open) => open?.commands ?? []);
  return (
    <section className="manifest-foot" aria-label={manifestText.commands}>
      {children}
      {commands.length === 0 && first !== null && (
        <p className="manifest-no-command">{manifestText.noCommand}</p>
      )}
      {keyed(commands, (command) => command.line).map(({ key, item }) => (
        <div key={key} className="manifest-command">
          <code title={visibleText(item.line)} data-testid="manifest-command">
            <span aria-hidden="true">$ </span>
            {visibleText(item.line)}
          </code>
          <span className="manifest-command-end">
            {(item.ms / 1000).toFixed(1)} s · {manifestText.exitCode(item.exitCode)}
          </span>
          <CopyButton text={item.line} label={manifestText.copy} />
        </div>
      ))}
    </section>
  );
}
