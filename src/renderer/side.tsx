import { BootstrapRoom } from './features/bootstrap/bootstrap-room.tsx';
import { ChecksPanel } from './features/checks/checks-panel.tsx';
import { Inspector } from './features/inspector/inspector.tsx';

/** What stands beside the stage once something is looked at; with the code views, half of the page's code. */
export function Side() {
  return <Inspector bootstrap={<BootstrapRoom />} checks={<ChecksPanel />} />;
}
