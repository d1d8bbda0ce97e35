import { currentPlatform } from './current-platform.ts';
import { startMain } from './start-main.ts';

startMain(import.meta.url, currentPlatform, 'index.cjs');
