/** The files of the install lab by what they are, as `LABS.install` and `LAB_INPUTS.install` name them. */
export const INSTALL_PATHS = {
  version: 'out/version.txt',
  precheck: 'out/precheck.txt',
  manifest: 'manifest.yaml',
  kinds: 'out/manifest-kinds.txt',
  namespaces: 'namespaces.yaml',
  injectionNote: 'out/injection-note.txt',
  injected: 'injected.yaml',
  analyze: 'out/analyze.txt',
  analyzeNote: 'out/analyze-note.txt',
  sidecar: 'out/sidecar.json',
  readiness: 'out/mesh-readiness.json',
  validate: 'out/validate.txt',
} as const;
