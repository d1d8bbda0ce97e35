import { expect, test } from 'vitest';
import { readReady, readServerInfo } from './admin.ts';

test('the body of /ready is told without its line end', () => {
  expect(readReady(503, 'PRE_INITIALIZING\n')).toEqual({ code: 503, body: 'PRE_INITIALIZING' });
});

test('/server_info gives state, release and uptime', () => {
  const text = JSON.stringify({
    version: '9e5580933739775e8bce696a57a2e1bc99368f23/1.40.0/Clean/RELEASE/BoringSSL',
    state: 'LIVE',
    uptime_current_epoch: '75s',
  });
  expect(readServerInfo(text)).toEqual({ state: 'LIVE', version: '1.40.0', uptimeSeconds: 75 });
});

test('another text is no /server_info', () => {
  expect(readServerInfo('<html>')).toBeNull();
  expect(readServerInfo('[]')).toBeNull();
  expect(readServerInfo('{"state":"LIVE"}')).toBeNull();
});
