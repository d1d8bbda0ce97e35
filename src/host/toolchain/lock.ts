import lock from '../../../toolchain/toolchain.lock.json' with { type: 'json' };

/** One wheel of the Python package index: what it must be, to the byte. */
export interface PinnedWheel {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** `linux-x64`, `darwin-arm64` …: Node's names of system and processor. */
export type PlatformKey = string;

export function platformKey(platform: NodeJS.Platform, arch: string): PlatformKey {
  return `${platform}-${arch}`;
}

interface EnvoyWheel extends PinnedWheel {
  /** The program inside the wheel; on Windows it is a program all the same, whatever its ending. */
  readonly member: string;
}

export interface ToolchainLock {
  readonly istioctl: {
    readonly release: {
      readonly version: string;
      readonly base: string;
      readonly member: string;
      readonly maxBytes: number;
      /** Names to try in order: a release that lacks the first answers 404. */
      readonly archives: Readonly<Record<PlatformKey, readonly string[]>>;
    };
    readonly goBuild: {
      readonly module: string;
      readonly moduleVersion: string;
      readonly package: string;
      readonly version: string;
      readonly revision: string;
    };
  };
  readonly envoy: {
    readonly project: string;
    readonly version: string;
    /** Oldest C library of GNU/Linux on which the wheel's program runs. */
    readonly glibc: string;
    readonly wheels: Readonly<Record<PlatformKey, EnvoyWheel>>;
  };
  /** Built from the wrapper module in `toolchain/control-plane`, whose go.sum pins every source file. */
  readonly controlPlane: {
    /** What the server says of itself. */
    readonly kubernetes: { readonly version: string };
    /** Program → what it is built from, and the variable that names another one. */
    readonly forTests: Readonly<
      Record<string, { readonly version: string; readonly package: string; readonly variable: string }>
    >;
  };
  readonly electronForTests: {
    readonly project: string;
    readonly version: string;
    readonly electron: string;
    /** `prefix`: the folder inside the wheel that is Electron's `dist`. */
    readonly wheels: Readonly<Record<PlatformKey, PinnedWheel & { readonly prefix: string }>>;
  };
}

/** What is pinned, from `toolchain/toolchain.lock.json`. */
export const toolchainLock: ToolchainLock = lock;
