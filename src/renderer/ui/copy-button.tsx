import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly testId?: string;
}

/** Old-fashioned copying for windows that may not use the clipboard API. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies and says whether that worked. */
export function CopyButton({ text, label, testId }: CopyButtonProps) {
  const [said, setSaid] = useState<'idle' | 'done' | 'failed'>('idle');
  useEffect(() => {
    if (said === 'idle') return;
    const timer = setTimeout(() => setSaid('idle'), 1600);
    return () => clearTimeout(timer);
  }, [said]);
  const words = { idle: 'Copy', done: 'Copied', failed: 'Not copied' }[said];
  return (
    <button
      type="button"
      className="button small"
      aria-label={`${label}${said === 'idle' ? '' : `: ${words}`}`}
      data-testid={testId}
      onClick={() => void copy(text).then((done) => setSaid(done ? 'done' : 'failed'))}
    >
      {words}
    </button>
  );
}
