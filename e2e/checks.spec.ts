import { violations } from './support/accessible.ts';
import { expect, test } from './support/story.ts';

/** A workload beside objects of Istio's own with mistakes that only the static checks find. */
const MESH = `---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: reviews
  namespace: default
spec:
  hosts:
    - reviews.example.com
  gateways:
    - no-such-gateway
  http:
    - route:
        - destination:
            host: reviews
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata:
  name: door
spec:
  servers:
    - port:
        number: 70000
        name: http
        protocol: HTTP
      hosts: ["*"]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - { name: web, image: "example.com/web:1" }
`;

test('a clean answer says how little was looked into', async ({ anatomy, page }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.runChecks('injected');
  const analyze = anatomy.check('analyze');
  await expect(analyze).toHaveAttribute('data-state', 'warning');
  await expect(analyze.getByTestId('check-result')).toContainText(
    'exit 0: nothing found, and nothing looked into',
  );
  await expect(analyze.getByTestId('coverage')).toHaveText(
    'It looks into 0 of 1 object: it only decodes Deployment payments.',
  );
  await expect(anatomy.check('validate')).toHaveAttribute('data-state', 'clean');
  await analyze.getByTestId('scope').locator('summary').click();
  await expect(analyze.getByTestId('passes-over')).toContainText('hostNetwork');
  await page.getByTestId('all-commands').click();
  await expect(page.getByTestId('command-list')).toContainText('analyze');
  await expect(page.getByTestId('command-list')).toContainText('validate');
});

test('a finding leads to its line, in the injected text and in the file', async ({ anatomy, page }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('mesh.yaml', MESH);
  await expect(anatomy.workload).toHaveText('web');
  await anatomy.runChecks('original');
  const findings = anatomy.check('analyze').getByTestId('finding');
  const gateway = findings.filter({ hasText: 'Referenced gateway not found' });
  await expect(gateway).toHaveAttribute('data-severity', 'Error');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('theme').click();
  await page.getByTestId('theme-dark').click();
  await expect.poll(() => violations(page)).toEqual([]);
  await gateway.getByTestId('finding-source').click();
  await expect(anatomy.sourceName).toHaveText('mesh.yaml:11');
  await expect(anatomy.markedLines.first()).toContainText('no-such-gateway');
  // The finding stays in sight beside its line, with the way back.
  await expect(page.getByTestId('shown-from')).toContainText('Referenced gateway not found');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('back-to-findings').click();
  await expect(anatomy.check('validate').getByTestId('finding').first()).toContainText('port number 70000');
  await anatomy.check('validate').getByTestId('finding-source').first().click();
  await expect(anatomy.markedLines.first()).toContainText('70000');
  await anatomy.runChecks('injected');
  await anatomy.check('validate').getByTestId('finding-source').first().click();
  await expect(anatomy.sourceName).toHaveText(/^injected\.yaml:\d+$/);
  await expect(anatomy.markedLines.first()).toContainText('70000');
  // What was said of one text is never shown for another.
  await anatomy.tab('checks');
  await anatomy.drop('other.yaml', MESH.replaceAll('web', 'shop'));
  await expect(anatomy.workload).toHaveText('shop');
  await expect(page.getByTestId('finding')).toHaveCount(0);
});

test('with the keyboard alone one goes from a finding to its line and back', async ({ anatomy, page }) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.drop('mesh.yaml', MESH);
  await expect(anatomy.workload).toHaveText('web');
  await anatomy.tab('checks');
  await page.getByTestId('check-original').click();
  const run = page.getByTestId('run-checks');
  await run.press('Enter');
  await expect(run).toBeFocused();
  const source = anatomy.check('validate').getByTestId('finding-source').first();
  await expect(source).toBeVisible();
  await expect(run).toBeFocused();
  await source.press('Enter');
  await expect(page.getByTestId('back-to-findings')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(source).toBeFocused();
  await expect(source).toBeInViewport();
  // Whoever comes by the tab stays at the tab.
  await source.press('Enter');
  await page.getByTestId('tab-checks').press('Enter');
  await expect(page.getByTestId('tab-checks')).toBeFocused();
});

test('precheck without a cluster keeps its own error, and no cluster is looked for', async ({
  anatomy,
  page,
}) => {
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.tab('checks');
  await page.getByTestId('run-precheck').click();
  const precheck = anatomy.check('precheck');
  await expect(precheck.getByTestId('finding')).toContainText('failed to get the Kubernetes version');
  await expect(precheck.getByTestId('check-cluster')).toContainText('are never used unasked');
  await expect(precheck.getByTestId('check-cluster')).toContainText('127.0.0.1:9 is from this app');
  await expect(precheck).toHaveAttribute('data-state', 'none');
});
