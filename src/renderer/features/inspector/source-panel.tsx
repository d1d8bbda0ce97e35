import { useMemo } from 'react';
import { useStore } from 'zustand';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { excerpt } from '../../../domain/yaml/excerpt.ts';
import { useStores } from '../../state/app.ts';
import { placeOf, workloadPlace } from '../../state/follow-selection.ts';
import { savedAs, saveFile } from '../../state/save-file.ts';
import { shownView } from '../../state/stage-store.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Difference } from './difference.tsx';
import { inspectorText } from './inspector-text.ts';
import './source.css';
import { useSource } from './use-source.ts';

/** Of a selected part that no text holds: that it is so, and what the mark stands for. */
function NotHeld({ marked }: { readonly marked: boolean }) {
  const stores = useStores();
  const view = useStore(stores.stage, shownView);
  const selected = useStore(stores.stage, (state) => state.selected);
  const workload = useStore(stores.study, (state) => state.workload);
  const part = workload?.anatomy.parts.find((one) => one.id === selected);
  if (part === undefined || placeOf(part, view) !== null) return null;
  return (
    <p className="source-not-held" data-testid="not-held">
      {visibleText(inspectorText.notHeld(part.label, part.absent === true, marked))}
    </p>
  );
}

/** The text behind the picture, with the range of the selected part; in the difference view, both texts compared. */
export function SourcePanel() {
  const stores = useStores();
  const view = useStore(stores.stage, shownView);
  const range = useStore(stores.source, (state) => state.range);
  const asked = useStore(stores.source, (state) => state.asked);
  const study = useStore(stores.study, (state) => state.study);
  const workload = useStore(stores.study, (state) => state.workload);
  const wanted = useStore(stores.source, (state) => state.file);
  const tall = useStore(stores.source, (state) => state.tall);
  const { files, shown, text, notEdit } = useSource();
  const comparing = view === 'difference' && wanted === null;
  const start = useMemo(() => workloadPlace(study, workload, shown?.name ?? ''), [study, workload, shown]);
  const pointed = range !== null && range.file === shown?.name;
  const marked = pointed ? range : start;
  const place = marked === null ? '' : `:${marked.line}`;
  const enlarge = tall ? inspectorText.short : inspectorText.tall;
  return (
    <section
      className="source"
      aria-label={inspectorText.source}
      data-testid="source"
      data-file={shown?.name}
    >
      <div className="source-head">
        <h3 className="source-name mono" data-testid="source-name">
          {comparing ? inspectorText.difference : visibleText(`${shown?.name ?? ''}${place}`)}
        </h3>
        {view === 'difference' && (
          <button
            type="button"
            className="button small source-compare"
            aria-pressed={comparing}
            data-testid="source-tab-difference"
            onClick={() => stores.source.getState().reset()}
          >
            {inspectorText.compare}
          </button>
        )}
        {!comparing && shown !== null && text !== null && pointed && (
          <CopyButton
            text={excerpt(text, range)}
            label={inspectorText.copyYaml(`${visibleText(shown.name)}${place}`)}
            testId="copy-yaml"
          />
        )}
        {!comparing && shown !== null && text !== null && (
          <button
            type="button"
            className="button small"
            aria-label={inspectorText.save(visibleText(shown.name))}
            title={inspectorText.save(visibleText(shown.name))}
            data-testid="save-source"
            onClick={() => void saveFile(stores, savedAs(shown.name), new Blob([text]))}
          >
            {inspectorText.saveShort}
          </button>
        )}
        <button
          type="button"
          className="button small icon"
          aria-label={enlarge}
          title={enlarge}
          data-testid="source-tall"
          onClick={() => stores.source.getState().setTall(!tall)}
        >
          <span aria-hidden="true">{tall ? '▾' : '▴'}</span>
        </button>
      </div>
      <div>
        <fieldset className="plain source-tabs" aria-label={inspectorText.source}>
          {files.map((file) => (
            <button
              key={`${file.kind}-${file.name}`}
              type="button"
              title={visibleText(file.name)}
              aria-pressed={!comparing && file === shown}
              data-testid={`source-tab-${file.kind === 'study' ? file.role : file.kind}`}
              onClick={() => stores.source.getState().pick(file.name)}
            >
              {visibleText(file.tab)}
            </button>
          ))}
        </fieldset>
        <NotHeld marked={pointed} />
        {notEdit && (
          <p className="source-note" data-testid="source-note">
            {inspectorText.notEdit}
          </p>
        )}
      </div>
      <div className="source-text">
        {comparing && <Difference />}
        {!comparing && shown === null && <p className="source-empty">{inspectorText.noText}</p>}
        {!comparing && shown !== null && text === null && (
          <p className="source-empty">{inspectorText.loading}</p>
        )}
        {!comparing && shown !== null && text !== null && (
          <CodeView label={shown.name} text={text} range={marked} asked={asked} />
        )}
      </div>
    </section>
  );
}
