import { useEffect, useRef } from 'react';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { commandOf } from '../../../domain/presenter/keys.ts';
import type { Told } from '../../state/presenter-link.ts';
import { NotesPanel } from './notes.tsx';
import './presenter-window.css';
import { Timer } from './timer.tsx';
import { type StageLine, useStageLine } from './use-stage-line.ts';
import { BUTTONS, windowText } from './window-text.ts';

const FIELDS = 'input, textarea, select';

/** Keys do here what they do on the stage, but where something is typed. */
function useKeys({ want }: Pick<StageLine, 'want'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(FIELDS)) return;
      const pressesButton = target?.closest('button') && (event.key === 'Enter' || event.key === ' ');
      const command = event.key === 'F5' ? 'next' : commandOf(event.key);
      if (event.key === 'F5') event.preventDefault();
      if (command === null || pressesButton || command === 'window' || command === 'fullscreen') return;
      event.preventDefault();
      if (event.key !== 'F5') want(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [want]);
}

/** The picture as nodes of this page, with its fonts; null for what is no drawing of ours. */
function drawingOf(svg: string): Element | null {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  if (drawing.localName !== 'svg' || drawing.querySelector('script, foreignObject, a') !== null) return null;
  drawing.removeAttribute('width');
  drawing.removeAttribute('height');
  return drawing;
}

interface SmallProps {
  readonly svg: string | null;
  readonly label: string;
  readonly testId: string;
}

/** A small picture of what the stage shows, or will show. */
function Small({ svg, label, testId }: SmallProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawing = svg === null ? null : drawingOf(svg);
    if (place.current === null) return;
    place.current.textContent = '';
    if (drawing !== null) place.current.append(drawing);
  }, [svg]);
  return (
    <figure className="pw-picture" data-testid={testId}>
      <figcaption>{label}</figcaption>
      {svg === null ? <p>{windowText.last}</p> : <div ref={place} className="pw-drawing" />}
    </figure>
  );
}

function Messages({ told }: { readonly told: Told }) {
  const blanked = windowText.blanked[told.blank];
  const lines = [told.message, told.busy, told.live, blanked].filter((line) => line !== null && line !== '');
  return (
    <section
      className="pw-messages"
      aria-label={windowText.messages}
      aria-live="polite"
      data-testid="messages"
    >
      {lines.length === 0 && <p>{windowText.quiet}</p>}
      {lines.map((line) => (
        <p key={line} data-kind={line === told.message ? 'trouble' : 'news'}>
          {visibleText(line ?? '')}
        </p>
      ))}
    </section>
  );
}

function Steps({ told, goTo }: { readonly told: Told } & Pick<StageLine, 'goTo'>) {
  return (
    <ol className="pw-steps" aria-label={windowText.steps}>
      {told.steps.map(({ id, title }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-current={index === told.at ? 'step' : undefined}
            data-testid={`step-${id}`}
            title={title}
            onClick={() => goTo(index)}
          >
            <span>{index + 1}</span> <span className="pw-step-title">{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Buttons({ want, told }: Pick<StageLine, 'want'> & { readonly told: Told }) {
  const pressed = (command: string): boolean | undefined => {
    if (command === 'spotlight') return told.spotlight;
    if (command === 'laser') return told.laser;
    return command === 'black' || command === 'white' ? told.blank === command : undefined;
  };
  return (
    <div className="pw-row" data-testid="commands">
      {BUTTONS.map(({ command, label, key }) => (
        <button
          key={command}
          type="button"
          className={command === 'next' ? 'button primary' : 'button'}
          data-testid={`do-${command}`}
          title={key}
          aria-pressed={pressed(command)}
          onClick={() => want(command)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** What only the presenter sees: this step and the next, notes, the time, messages. */
export function PresenterWindow({ session }: { readonly session: string }) {
  const line = useStageLine(session);
  const { told, pictured, connected, want, goTo } = line;
  useKeys(line);
  const step = told?.steps[told.at];
  const next = told?.steps[told.at + 1];
  return (
    <main
      className="pw"
      data-testid="presenter-window"
      data-connected={connected}
      data-on={told?.on === true}
    >
      <header className="pw-head">
        <h1>
          {told?.on === true && step !== undefined ? step.title : windowText.title}
          {told?.on === true && (
            <small data-testid="pw-where">{windowText.where(told.at, told.steps.length)}</small>
          )}
        </h1>
        <Timer />
      </header>
      {!connected && (
        <p className="pw-lost" role="status" data-testid="pw-lost">
          {told === null ? windowText.waiting : windowText.lost}
        </p>
      )}
      {told !== null && <Buttons want={want} told={told} />}
      {told !== null && !told.on && <p className="pw-lost">{windowText.idle}</p>}
      {told?.on === true && (
        <div className="pw-board">
          <div className="pw-pictures">
            <Small svg={pictured?.now ?? null} label={windowText.now} testId="picture-now" />
            <Small
              svg={pictured?.next ?? null}
              label={next === undefined ? windowText.next : `${windowText.next}: ${next.title}`}
              testId="picture-next"
            />
          </div>
          <div className="pw-side">
            <NotesPanel told={told} />
            <Messages told={told} />
          </div>
          <Steps told={told} goTo={goTo} />
        </div>
      )}
    </main>
  );
}
