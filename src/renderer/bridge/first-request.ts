import { findBridge } from './find-bridge.ts';

export const bridge = findBridge(window);

/** What the first picture is drawn from; under way while the rest of the page's code is still being evaluated. */
export const recordingAnswer = bridge.request('recording:sample', {});
