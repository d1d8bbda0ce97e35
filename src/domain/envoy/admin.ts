import { asObject, asString, parseJson } from './json.ts';

/** What `/ready` answered: Envoy's own state as its body (`LIVE`, `PRE_INITIALIZING`, `INITIALIZING`, `DRAINING`). */
export interface Ready {
  readonly code: number;
  readonly body: string;
}

/** Reads an answer of `/ready`; the body comes with a line end that is not part of it. */
export function readReady(code: number, body: string): Ready {
  return { code, body: body.trim() };
}

export interface ServerInfo {
  readonly state: string;
  readonly version: string;
  readonly uptimeSeconds: number;
}

/**
 * Reads `/server_info` (envoy.admin.v3.ServerInfo). `version` is the release inside Envoy's build string
 * `<commit>/1.40.0/Clean/RELEASE/BoringSSL`. Null when the text is not that message.
 */
export function readServerInfo(text: string): ServerInfo | null {
  const info = asObject(parseJson(text));
  const state = asString(info?.state);
  const build = asString(info?.version);
  if (state === null || build === null) return null;
  return {
    state,
    version: build.split('/')[1] ?? build,
    uptimeSeconds: seconds(asString(info?.uptime_current_epoch) ?? ''),
  };
}

/** A protobuf JSON duration, `12.5s`, in seconds; 0 when it is not one. */
function seconds(duration: string): number {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(duration);
  return match === null ? 0 : Number(match[1]);
}
