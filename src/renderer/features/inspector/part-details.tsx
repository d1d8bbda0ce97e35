import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Part, WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import { provenanceReader } from '../../../domain/anatomy/provenance.ts';
import { ruleSentences, ruleWords } from '../../../domain/anatomy/rule-text.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { useStores } from '../../state/app.ts';
import { cutText } from '../../ui/cut-text.ts';
import { type ChainFiles, type ChainStep, chainSteps } from './chain-steps.ts';
import { explain } from './explanations.ts';
import { inspectorText, originWords, stationWords } from './inspector-text.ts';
import { toldLinks } from './link-sides.ts';

function useChain(anatomy: WorkloadAnatomy, part: Part): readonly ChainStep[] {
  const stores = useStores();
  const study = useStore(stores.study, (state) => state.study);
  const bootstrapFile = useStore(stores.study, (state) => state.workload?.bootstrapFile ?? '');
  const node = useStore(stores.run, (state) =>
    state.phase === 'running' ? (state.snapshot?.node ?? null) : null,
  );
  const name = (role: string) => study?.texts.find((text) => text.role === role)?.name ?? null;
  const template = name('inject-config');
  const original = name('original');
  const injected = name('injected');
  const mesh = name('mesh-config');
  return useMemo(() => {
    const files: ChainFiles = {
      original,
      injected,
      mesh,
      bootstrap: bootstrapFile,
      template,
    };
    return chainSteps(anatomy, part.id, files, node);
  }, [anatomy, part, original, injected, mesh, bootstrapFile, template, node]);
}

function Step({ step }: { readonly step: ChainStep }) {
  const stores = useStores();
  const { range } = step;
  const go = () => {
    stores.stage.getState().select(step.partId);
    if (range !== null) stores.source.getState().show(range);
  };
  return (
    <li className="chain-step" data-station={step.station}>
      <button type="button" onClick={go} title={visibleText(range?.file ?? step.place)}>
        <span className="chain-head">
          <span className="chain-station">{stationWords[step.station]}</span>
          <span className="chain-place">{visibleText(step.place)}</span>
        </span>
        <span className="chain-text mono">{visibleText(step.text)}</span>
      </button>
      {step.rule !== null && (
        <p className="chain-rule" title={ruleSentences[step.rule]}>
          {ruleWords[step.rule]}
        </p>
      )}
    </li>
  );
}

function Linked({
  anatomy,
  part,
  inChain,
}: {
  anatomy: WorkloadAnatomy;
  part: Part;
  inChain: ReadonlySet<string>;
}) {
  const stores = useStores();
  const links = useMemo(
    () => toldLinks(anatomy, part).filter(({ other }) => !inChain.has(other)),
    [anatomy, part, inChain],
  );
  if (links.length === 0) return null;
  return (
    <section>
      <h3>{inspectorText.links}</h3>
      <ul className="linked">
        {links.slice(0, 30).map(({ rule, words, other, label }) => (
          <li key={`${other} ${rule} ${words}`}>
            <span title={ruleSentences[rule]}>{words}</span>{' '}
            <button type="button" className="link mono" onClick={() => stores.stage.getState().select(other)}>
              {visibleText(label)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the selected part is, what it holds, and every place it came through. */
export function PartDetails({ anatomy, part }: { readonly anatomy: WorkloadAnatomy; readonly part: Part }) {
  const steps = useChain(anatomy, part);
  const inChain = useMemo(() => new Set(steps.map((step) => step.partId)), [steps]);
  const unknown = useMemo(() => provenanceReader(anatomy).chainOf(part)?.unknown ?? null, [anatomy, part]);
  const undrawn = useStore(useStores().stage, (state) => state.undrawn === part.id);
  return (
    <div className="part" data-testid="part-details" data-part={part.id}>
      <h2 className="part-label mono">{visibleText(part.label)}</h2>
      <p className="part-origin" data-tone={part.origin}>
        {originWords[part.origin]}
      </p>
      {undrawn && (
        <p className="part-detail" data-testid="undrawn">
          {inspectorText.undrawn}
        </p>
      )}
      {part.value !== null && part.value !== part.label && (
        <pre className="part-value" data-testid="part-value">
          {part.value === '' ? '""' : visibleText(cutText(part.value, 2000), true)}
        </pre>
      )}
      {part.detail !== undefined && <p className="part-detail">{visibleText(part.detail)}</p>}
      {part.before !== undefined && (
        <p className="part-before">
          {inspectorText.before}: <code>{visibleText(part.before)}</code>
        </p>
      )}
      <p className="part-explained" data-testid="explanation">
        {explain(part)}
      </p>
      <section aria-label={inspectorText.from}>
        <h3>{inspectorText.from}</h3>
        <ol className="chain" data-testid="chain">
          {steps.map((step) => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
        {unknown !== null && (
          <p className="chain-unknown" data-testid="chain-unknown">
            {unknown}
          </p>
        )}
      </section>
      <Linked anatomy={anatomy} part={part} inChain={inChain} />
    </div>
  );
}
