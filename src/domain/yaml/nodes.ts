/**
 * The tree of one document as it is written; offsets count UTF-16 units in the whole file. `tag` is the long form
 * (`tag:yaml.org,2002:str`), empty when none is written.
 */
export type YamlNode = ScalarNode | MapNode | SequenceNode | AliasNode;

interface NodeBase {
  start: number;
  end: number;
  tag: string;
  /** Named by `&name`: other places may stand for it. */
  anchored: boolean;
}

export interface ScalarNode extends NodeBase {
  readonly kind: 'scalar';
  readonly text: string;
  /** Written without quotes and not as a block: its type follows from its text. */
  readonly plain: boolean;
}

export interface MapEntry {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export interface MapNode extends NodeBase {
  readonly kind: 'map';
  readonly entries: MapEntry[];
}

export interface SequenceNode extends NodeBase {
  readonly kind: 'sequence';
  readonly items: YamlNode[];
  /** Where each item begins, its `-` included. */
  readonly marks: number[];
}

export interface AliasNode extends NodeBase {
  readonly kind: 'alias';
  readonly name: string;
  readonly target: YamlNode;
}
