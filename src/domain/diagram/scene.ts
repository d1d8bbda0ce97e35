import type { BootstrapVariant, LinkRule, WorkloadAnatomy } from '../anatomy/model.ts';
import type { PortUseKind } from '../anatomy/port-uses.ts';
import type { NodeComparison } from '../envoy/compare-node.ts';
import type { LadderStep } from '../envoy/ladder.ts';

/**
 * The last stage before a drawing: every box, text and line with its place, in stage units (1 unit = 1 CSS pixel at
 * zoom 1). The renderer, the SVG writer and the PNG writer all draw this and decide nothing about places.
 */

/** Which question the stage answers now; the columns it needs get the room, the others shrink and keep their order. */
export type SceneName =
  | 'overview'
  | 'before'
  | 'injection'
  | 'volumes'
  | 'start-order'
  | 'env-to-metadata'
  | 'bootstrap'
  | 'way-out'
  | 'ports'
  | 'live'
  | 'pod';

/**
 * Who looks at the picture: somebody at a desk, or a room that looks at a wall. For a room no letter is smaller than 24
 * pixels of 1280, so that it is told less.
 */
export type Reader = 'desk' | 'room';

export type ViewMode = 'original' | 'injected' | 'difference';

/** Colour roles; a theme maps each to a colour, and each wears a second sign (word, shape or dash) as well. */
export type Tone =
  | 'user'
  | 'injected'
  | 'changed'
  | 'removed'
  | 'start'
  | 'agent'
  | 'mesh'
  | 'lab'
  | 'control-plane'
  | 'neutral'
  | 'good'
  | 'waiting'
  | 'bad';

export interface SceneText {
  readonly x: number;
  /** Baseline. */
  readonly y: number;
  /** What is drawn; shortened in the middle if it had to be. */
  readonly text: string;
  /** The whole text when `text` was shortened. */
  readonly full?: string;
  /** Font size in stage units. */
  readonly size: number;
  readonly weight: 400 | 600 | 700;
  readonly family: 'sans' | 'mono';
  readonly ink: 'strong' | 'normal' | 'muted' | 'on-tone' | Tone;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Turned a quarter, to be read from above to below: `x` is where its baseline stands, `y` where it begins. */
  readonly turned?: true;
}

export interface SceneBox {
  /** The part's id, or an id of the diagram's own (`column/pod`, `more/env/fixed`). Stable across scenes and views. */
  readonly id: string;
  /** The part it shows; null for columns, headings and “+ 9 more”. */
  readonly partId: string | null;
  readonly role: 'column' | 'card' | 'row' | 'heading' | 'badge' | 'more';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tone: Tone;
  /** `missing`: drawn as not there (dashed, no answer); `broken`: refused; `dim`: context of another selection. */
  readonly state: 'normal' | 'lit' | 'selected' | 'dim' | 'missing' | 'broken';
  /** What the bootstrap or the bench does not hold: outlined with dashes, lit or not. */
  readonly absent?: true;
  /** Of the same input injected again: to be read beside the others, and no part of what is on the stage. */
  readonly beside?: true;
  readonly texts: readonly SceneText[];
  /** What a screen reader says: kind, label, value, origin. */
  readonly title: string;
  /** The box it stands in, for reading order and for keyboard movement. */
  readonly parent: string | null;
}

export interface SceneLine {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The parts at both ends of each link that it stands for; none where it is the diagram's own. */
  readonly carries: readonly { readonly from: string; readonly to: string }[];
  /**
   * The anatomy's rule; `opens`: the column to the right is this container seen from inside; `leads-to`: the next step of a
   * chain; or how something comes to a port.
   */
  readonly rule: LinkRule | 'opens' | 'leads-to' | PortUseKind;
  /** SVG path data. */
  readonly d: string;
  readonly tone: Tone;
  readonly state: 'normal' | 'lit' | 'dim' | 'missing' | 'broken';
  /** Leads to what the bootstrap or the bench does not hold: dashed though it is lit or dim. */
  readonly absent?: true;
  readonly arrow: boolean;
  /** Drawn only where there is room for it. */
  readonly label: SceneText | null;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What is compared: the same colours have other words in the difference. */
  readonly view: ViewMode;
  /** `desk` when absent. */
  readonly reader?: Reader;
  readonly boxes: readonly SceneBox[];
  readonly lines: readonly SceneLine[];
  /** What the picture must say of itself: `Recording of 2026-11-30`, `lab bootstrap: a simplification`. */
  readonly captions: readonly string[];
}

export type SeenRung = 'refused' | 'no-istiod' | 'no-identity' | 'rejected' | 'live';

/** What an Envoy was seen to say, step by step; of an Envoy of another time when a recording holds it. */
export interface SceneReport {
  /** The six steps of the ladder, each with its evidence. */
  readonly steps: readonly LadderStep[];
  /** Counted in the config_dump; null until it was read. */
  readonly counts: {
    readonly staticClusters: number;
    readonly dynamicClusters: number;
    readonly warmingClusters: number;
    readonly listeners: number;
  } | null;
  /** The node of the config_dump against the one that is drawn; null when it could not be compared. */
  readonly node: NodeComparison | null;
  /** One sentence when the config_dump could not be read, so that `counts` and `node` are older or not there. */
  readonly dumpProblem: string | null;
  /** Of the Envoy that runs now; null of one that does not, or of another time. */
  readonly pid: number | null;
  /** What /server_info says of itself; null when it did not answer. */
  readonly version: string | null;
  /** What was seen was seen in a run of another time, which a recording holds. */
  readonly recorded: boolean;
}

/** What a live bench adds to the picture. */
export interface SceneLive {
  /**
   * `ended`, `silent` and `lost` are of an Envoy that ran: it has ended, does not answer any more, or nobody can tell any
   * more what it does.
   */
  readonly rung: 'not-started' | SeenRung | 'ended' | 'silent' | 'lost';
  /** With `ended`, `silent` and `lost`: what was seen last; absent when nothing was. */
  readonly last?: SeenRung;
  /** Refused for what this machine lacks, as a port that is taken: nothing that would happen in a pod too. */
  readonly onlyHere?: boolean;
  /** In words, with the evidence: `503 PRE_INITIALIZING · connected_state 0`. */
  readonly evidence: string;
  /** Where the admin endpoint of an Envoy that runs now is: `127.0.0.1:40123`. */
  readonly admin?: string;
  /** In the scene that tells all of it. */
  readonly report?: SceneReport;
}

/** The same workload injected the other way, classic or native. */
export type SceneTwin =
  | { readonly kind: 'there'; readonly anatomy: WorkloadAnatomy }
  /** It is being injected; `why` says by what. */
  | { readonly kind: 'asked'; readonly why: string }
  /** It cannot be had here, because … */
  | { readonly kind: 'missing'; readonly why: string };

export interface SceneInput {
  readonly anatomy: WorkloadAnatomy;
  readonly variant: BootstrapVariant;
  readonly scene: SceneName;
  readonly view: ViewMode;
  /** `desk` when absent. */
  readonly reader?: Reader;
  /** Ids of groups that are open although the scene would fold them (`more/env/fixed` …). */
  readonly open: ReadonlySet<string>;
  readonly selected: string | null;
  /** Parts of the chain that is lit; empty when nothing is. */
  readonly lit: ReadonlySet<string>;
  readonly live: SceneLive | null;
  readonly captions: readonly string[];
  /** Of the start order: the other lane; absent while nobody asked for it. */
  readonly twin?: SceneTwin;
  /** Of the start order: which step happens now, from 1; null or absent: all of them at once. */
  readonly step?: number | null;
  /** Room for the picture in stage units; the scene may be taller, never wider. */
  readonly width: number;
  readonly height: number;
}

/** What decides where everything stands. */
export type Unlit = Omit<SceneInput, 'selected' | 'lit'>;
