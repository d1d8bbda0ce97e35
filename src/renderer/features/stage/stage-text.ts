import type { SceneName } from '../../../domain/diagram/scene.ts';

export const stageText = {
  region: 'Stage',
  scenes: 'Scene',
  empty: 'Drop a workload here, paste its YAML, or press Open.',
  notInjected: 'This workload got no sidecar: there is no istio-proxy, no node and no bootstrap to show.',
  below: 'more below',
  above: 'more above',
  left: 'more on the left',
  right: 'more on the right',
  noWorkload: 'This input holds no workload that kube-inject takes.',
  loading: 'Loading …',
  native: 'Native sidecar',
  nativeHelp: 'Inject again with ENABLE_NATIVE_SIDECARS: istio-proxy becomes an init container that stays',
  zoomIn: 'Zoom in (+, or Ctrl and the wheel)',
  zoomOut: 'Zoom out (−, or Ctrl and the wheel)',
  wheel: 'Ctrl and the wheel zoom; the wheel alone scrolls',
  fit: 'Fit (0)',
  legend: 'Legend',
  legendHelp: 'What the colours mean',
  save: 'Save the picture',
  svg: 'SVG',
  png: 'PNG',
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  pngScale: 'PNG scale',
  keys: 'Arrow keys move between parts, Enter selects, Escape clears, + and − zoom, 0 fits.',
  exportFailed: 'The picture could not be saved.',
  exportFailedHint: 'Try a smaller PNG scale, or save as SVG.',
} as const;

export const sceneWords: Readonly<Record<SceneName, string>> = {
  overview: 'Overview',
  pod: 'Pod',
  'env-to-metadata': 'Env → metadata',
  bootstrap: 'Bootstrap',
  'way-out': 'Way out',
};
