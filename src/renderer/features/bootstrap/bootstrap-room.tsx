import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { typo, validate } from '../../state/actions.ts';
import { useStores } from '../../state/app.ts';
import { NEEDS_LAB } from '../../state/needs-lab.ts';
import type { Report } from '../../state/report.ts';
import { saveFile } from '../../state/save-file.ts';
import { useCurrentBootstrap, useReport } from '../../state/use-live.ts';
import { CodeEditor } from '../../ui/code-editor.tsx';
import { Segments } from '../../ui/segments.tsx';
import './bootstrap.css';
import { bootstrapText, variantSentence } from './bootstrap-text.ts';
import { Differences } from './differences.tsx';
import { FetchTimeout, StartForm } from './start-form.tsx';
import { VerdictBox } from './verdict-box.tsx';

/** The name that the commands give it. */
const BOOTSTRAP_FILE = 'bootstrap.yaml';

const VARIANTS = [
  { value: 'lab', label: bootstrapText.lab, testId: 'variant-lab' },
  { value: 'sidecar', label: bootstrapText.sidecar, testId: 'variant-sidecar' },
] as const;

/** The line that Envoy's refusal speaks of, to be marked and brought into view again at each `goTo`. */
function useFaultyLine(report: Report | null) {
  const [asked, setAsked] = useState(0);
  const line = report === null || report.stale ? null : (report.explanation?.line ?? null);
  const column = report?.explanation?.column ?? null;
  const marked = useMemo(
    () => (line === null ? null : { line, column: column ?? 1, asked }),
    [line, column, asked],
  );
  return { marked, goTo: () => setAsked((count) => count + 1) };
}

/** The bootstrap: who writes it, with which values, as text to edit, and what the real Envoy says of it. */
export function BootstrapRoom() {
  const stores = useStores();
  const workload = useStore(stores.study, (state) => state.workload);
  const variant = useStore(stores.study, (state) => state.variant);
  const validating = useStore(stores.bootstrap, (state) => state.validating);
  const past = useStore(stores.player, (state) => state.film !== null);
  const ready = useStore(stores.tools, (state) => state.phase === 'ready') && !past;
  const bootstrap = useCurrentBootstrap();
  const report = useReport();
  const { marked, goTo } = useFaultyLine(report);
  if (workload === null || bootstrap === null)
    return (
      <p className="bootstrap-none">{workload === null ? bootstrapText.none : bootstrapText.noSidecar}</p>
    );
  const mistyped = variant === 'typo';
  return (
    <section className="bootstrap" aria-label={bootstrapText.region} data-testid="bootstrap">
      <div className="bootstrap-top">
        <div className="bootstrap-row">
          <Segments
            label={bootstrapText.variants}
            value={mistyped ? 'lab' : variant}
            options={VARIANTS}
            onChange={(next) => void stores.study.getState().setVariant(next)}
          />
          <button
            type="button"
            className="button small"
            data-testid="typo"
            aria-pressed={mistyped}
            title={past ? NEEDS_LAB : mistyped ? bootstrapText.typoBackHelp : bootstrapText.typoHelp}
            disabled={!ready || validating}
            onClick={() => void typo(stores)}
          >
            {mistyped ? bootstrapText.typoBack : bootstrapText.typo}
          </button>
          <button
            type="button"
            className="button small primary"
            data-testid="validate"
            title={past ? NEEDS_LAB : bootstrapText.validateHelp}
            disabled={!ready || validating}
            onClick={() => void validate(stores)}
          >
            {bootstrapText.validate}
          </button>
          <button
            type="button"
            className="button small"
            data-testid="save-bootstrap"
            title={bootstrapText.saveHelp}
            onClick={() => void saveFile(stores, BOOTSTRAP_FILE, new Blob([bootstrap.yaml]))}
          >
            {bootstrapText.save}
          </button>
        </div>
        <p className="bootstrap-who">{variantSentence(variant, workload.start.fetchTimeout)}</p>
        <FetchTimeout start={workload.start} />
        {validating && <p role="status">{bootstrapText.validating}</p>}
        {report !== null && <VerdictBox report={report} onGoTo={goTo} />}
        <StartForm view={workload} />
        <Differences differences={workload.bootstrap.differences} />
        {bootstrap.edited && (
          <p className="bootstrap-edited" data-testid="edited">
            {bootstrapText.edited}{' '}
            <button
              type="button"
              className="link"
              data-testid="reset"
              onClick={() => stores.bootstrap.getState().reset(bootstrap.key)}
            >
              {bootstrapText.reset}
            </button>
          </p>
        )}
      </div>
      <div className="bootstrap-text" data-testid="bootstrap-yaml">
        <CodeEditor
          label={bootstrapText.yaml}
          documentKey={bootstrap.key}
          text={bootstrap.yaml}
          marked={marked}
          onChange={(text) => stores.bootstrap.getState().edit(bootstrap.key, text, bootstrap.generated)}
        />
      </div>
    </section>
  );
}
