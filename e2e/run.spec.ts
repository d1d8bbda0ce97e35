import { AnatomyPage } from './support/anatomy-page.ts';
import { descendants } from './support/processes.ts';
import { expect, test } from './support/story.ts';

test.beforeEach(async ({ anatomy }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.adminPort(0);
});

/** Only the program itself: what holds it names it among its arguments. */
const envoys = (pid: number) => descendants(pid).filter((one) => /^\S*envoy\s/.test(one.command));

test('without istiod Envoy waits: 503, PRE_INITIALIZING, connected_state 0, with the evidence', async ({
  anatomy,
}) => {
  await anatomy.runsWithoutIstiod();
  await expect(anatomy.rung).toContainText('No istiod answers: Envoy waits for its configuration');
  await expect(anatomy.ladder('accepted')).toHaveAttribute('data-state', 'passed');
  await expect(anatomy.ladder('istiod')).toHaveAttribute('data-state', 'waiting');
  await expect(anatomy.ladder('istiod')).toContainText('control_plane.connected_state 0');
  await expect(anatomy.ladder('live')).toContainText('503 PRE_INITIALIZING');
  await expect(anatomy.ladder('pod-ready')).toHaveAttribute('data-state', 'not-on-this-bench');
  const admin = anatomy.part('bootstrap/admin');
  await expect(admin).toContainText(/:[1-9]\d*(, chosen)? for 0\b/);
  await anatomy.stop.click();
  await expect(admin).toContainText(/127\.0\.0\.1:0\s*$/);
});

test('with a fetch timeout of 5 s Envoy is LIVE and knows nothing', async ({ anatomy }) => {
  await anatomy.fetchTimeout('5s');
  await expect.poll(() => anatomy.bootstrapText()).toContain('5s');
  await anatomy.runsWithoutIstiod();
  await expect(anatomy.ladder('live')).toHaveAttribute('data-state', 'passed', { timeout: 15_000 });
  await expect(anatomy.ladder('live')).toContainText('200 LIVE');
  await expect(anatomy.rung).toContainText('LIVE, and knows nothing: Envoy gave up waiting');
  await expect(anatomy.ladder('config')).not.toHaveAttribute('data-state', 'passed');
});

test('stopped, it has ended by us; restarted, another Envoy runs', async ({ anatomy, serve }) => {
  await anatomy.runsWithoutIstiod();
  const first = envoys(serve.pid).map((one) => one.pid);
  expect(first).toHaveLength(1);
  await anatomy.stop.click();
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
  await expect(anatomy.rung).toContainText('Stopped as asked');
  await expect.poll(() => envoys(serve.pid)).toHaveLength(0);
  await anatomy.restartsWithoutIstiod();
  expect(envoys(serve.pid).map((one) => one.pid)).not.toEqual(first);
});

test('an Envoy that somebody else ends is shown as ended from outside, with the signal', async ({
  anatomy,
  serve,
}) => {
  await anatomy.runsWithoutIstiod();
  const [envoy] = envoys(serve.pid);
  if (envoy === undefined) throw new Error('no Envoy runs');
  process.kill(envoy.pid, 'SIGKILL');
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
  await expect(anatomy.rung).toContainText(/outside.*SIGKILL/);
  await anatomy.runsWithoutIstiod();
});

test('an Envoy that stands still is said not to answer any more, and is back when it goes on', async ({
  anatomy,
  serve,
}) => {
  await anatomy.run.click();
  await expect(anatomy.ladder('live')).toContainText('503 PRE_INITIALIZING');
  const [envoy] = envoys(serve.pid);
  if (envoy === undefined) throw new Error('no Envoy runs');
  process.kill(envoy.pid, 'SIGSTOP');
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'silent', { timeout: 15_000 });
  await expect(anatomy.rung).toContainText('Envoy does not answer any more');
  await expect(anatomy.rung).not.toContainText('connected_state');
  await expect(anatomy.ladder('istiod')).toHaveAttribute('data-state', 'not-reached');
  await expect(anatomy.stage).toContainText('no answer when last seen');
  process.kill(envoy.pid, 'SIGCONT');
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'no-istiod', { timeout: 15_000 });
  await expect(anatomy.ladder('istiod')).toHaveAttribute('data-state', 'waiting');
});

test('a reload, and a second tab, show the Envoy that runs, and can stop it', async ({ anatomy, serve }) => {
  await anatomy.runsWithoutIstiod();
  await anatomy.page.reload();
  await expect(anatomy.stop).toBeVisible();
  expect(envoys(serve.pid)).toHaveLength(1);
  const other = await anatomy.page.context().newPage();
  await other.goto(new URL(serve.url).origin);
  const tab = new AnatomyPage(other);
  await tab.stop.click();
  await expect(tab.run).toBeVisible();
  await expect(anatomy.run).toBeVisible();
  await expect.poll(() => envoys(serve.pid)).toHaveLength(0);
  for (const page of [anatomy.page, other])
    await expect(page.getByTestId('command-end')).toHaveText(/ s · (exit \d+|signal \w+)$/);
  await other.close();
});

test('an Envoy that no page looks at any more is ended after ten seconds', async ({ anatomy, serve }) => {
  await anatomy.runsWithoutIstiod();
  await anatomy.page.goto('about:blank');
  expect(envoys(serve.pid)).toHaveLength(1);
  await expect.poll(() => envoys(serve.pid), { timeout: 20_000 }).toHaveLength(0);
});

test('a bootstrap that Envoy refuses at the start is told by what is wrong with it, not by an exit code alone', async ({
  anatomy,
}) => {
  const text = await anatomy.bootstrapText();
  await anatomy.editBootstrap(text.replace('cluster_name: xds-grpc', 'cluster_name: istiod-xds'));
  await anatomy.run.click();
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'refused');
  await expect(anatomy.rung.locator('strong')).toContainText('istiod-xds');
  await expect(anatomy.ladder('accepted')).toHaveAttribute('data-state', 'failed');
});

test('of an Envoy that was stopped the picture says what it saw last', async ({ anatomy }) => {
  await anatomy.runsWithoutIstiod();
  await anatomy.stop.click();
  await expect(anatomy.rung).toHaveAttribute('data-rung', 'ended');
  await expect(anatomy.stage).toContainText('no answer until it ended');
  await expect(anatomy.stage).not.toContainText('not asked');
});
