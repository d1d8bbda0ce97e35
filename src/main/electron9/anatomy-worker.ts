import './polyfills.ts';
import '../../host/study/anatomy-worker.ts';
