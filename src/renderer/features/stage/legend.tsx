import { DASHED_WORDS, hasDashes, legendOf } from '../../../domain/diagram/legend.ts';
import type { Scene } from '../../../domain/diagram/scene.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import './legend.css';

interface LegendProps {
  readonly scene: Scene | null;
  readonly theme: Theme;
  /** In as few words as there are: where letters are large. */
  readonly brief?: boolean;
}

/** What the colours and the dashes in the picture mean, each with its word; nothing where there is no picture. */
export function LegendItems({ scene, theme, brief = false }: LegendProps) {
  if (scene === null) return null;
  return (
    <>
      {legendOf(scene).map(({ tone, word }) => (
        <span key={tone} className="legend-item" data-tone={tone}>
          <i style={{ background: theme.tones[tone].ink }} />
          {word}
        </span>
      ))}
      {hasDashes(scene) && (
        <span className="legend-item" data-tone="dashed">
          <i className="legend-dashed" />
          {brief ? DASHED_WORDS.brief : DASHED_WORDS.whole}
        </span>
      )}
    </>
  );
}
