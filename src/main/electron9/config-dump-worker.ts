import './polyfills.ts';
import '../../host/envoy/config-dump-worker.ts';
