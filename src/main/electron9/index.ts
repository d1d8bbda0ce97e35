import { startMain } from '../start-main.ts';
import { oldPlatform } from './old-platform.ts';

startMain(import.meta.url, oldPlatform, 'index.js');
