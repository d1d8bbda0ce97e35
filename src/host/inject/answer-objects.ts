import { inputFailure } from '../../contract/failure.ts';
import { isYamlMap, type SourceFile } from '../../domain/yaml/document.ts';
import { NO_OBJECT } from './istioctl-answer.ts';

/** kube-inject reads and writes objects only: a document of an answer that is none is not from it. */
export function refuseNoObjects({ documents }: SourceFile): void {
  const other = documents.find(({ value }) => value !== null && !isYamlMap(value));
  if (other === undefined) return;
  throw inputFailure(NO_OBJECT, 'This is no object.', 'Ask again.', other.entryRange([]));
}
