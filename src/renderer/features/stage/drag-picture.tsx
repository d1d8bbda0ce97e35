import { type DragEvent, useEffect, useState } from 'react';
import { OWN_DRAG } from '../../ui/use-file-drop.ts';
import { stageText } from './stage-text.ts';

interface DragPictureProps {
  /** Makes the picture in pixels; another function when it would be another picture. */
  readonly make: () => Promise<Blob | null>;
  readonly name: string;
}

/**
 * The picture, small, to be dragged out of the window. What takes an image gets it as one; what takes files, as Chromium has
 * it, gets a file of this name.
 */
export function DragPicture({ make, name }: DragPictureProps) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    void make()
      .catch(() => null)
      .then((blob) => {
        if (gone || blob === null) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      });
    return () => {
      gone = true;
      setUrl(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [make]);
  if (url === null) return <div className="export-drag" aria-busy="true" />;
  return (
    <div className="export-drag">
      <img
        src={url}
        alt={stageText.dragPicture}
        draggable
        data-testid="drag-picture"
        onDragStart={(event) => brand(event, url, name)}
      />
      <p>{stageText.dragHelp}</p>
    </div>
  );
}

function brand({ dataTransfer }: DragEvent, url: string, name: string): void {
  dataTransfer.effectAllowed = 'copy';
  dataTransfer.setData('DownloadURL', `image/png:${name}:${url}`);
  dataTransfer.setData(OWN_DRAG, name);
}
