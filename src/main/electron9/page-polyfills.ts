import 'core-js/stable';
import { lend } from './lend.ts';
import { Segmenter83 } from './segmenter.ts';

// What Chromium 83 lacks and the page uses, beyond what core-js brings.
lend(Intl, 'Segmenter', Segmenter83);
