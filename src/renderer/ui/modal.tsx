import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button to stand under; in the middle of the window without one. */
  readonly under?: RefObject<HTMLElement | null> | undefined;
  /** For what is read line by line. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

const EDGE = 12;

function placeUnder(dialog: HTMLElement, anchor: HTMLElement | null): void {
  if (anchor === null) return;
  const { left, bottom } = anchor.getBoundingClientRect();
  dialog.style.setProperty('--anchor-left', `${Math.max(EDGE, left)}px`);
  dialog.style.setProperty('--anchor-top', `${bottom + 4}px`);
}

/** A press on the backdrop is told as one on the dialog itself. */
function isOutside({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** A native modal dialog: the browser traps the focus, gives it back, and closes on Escape. */
export function Modal({ title, open, onClose, under, wide = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) {
      placeUnder(element, under?.current ?? null);
      element.showModal();
    }
    if (!open && element.open) element.close();
  }, [open, under]);
  return (
    <dialog
      ref={dialog}
      className={under === undefined ? undefined : 'anchored'}
      data-wide={wide}
      aria-labelledby={heading}
      onClose={onClose}
      onPointerDown={(event) => {
        if (under !== undefined && event.target === event.currentTarget && isOutside(event)) onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {open && children}
    </dialog>
  );
}
