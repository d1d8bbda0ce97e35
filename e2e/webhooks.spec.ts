import { violations } from './support/accessible.ts';
import { expect as quick, test } from './support/story.ts';

// A manifest is generated within a second; where much else runs, that can be twenty.
const expect = quick.configure({ timeout: 30_000 });
test.describe.configure({ timeout: 150_000 });

test('a person asks which webhook is asked about a pod, and the one that answers is named and lit', async ({
  anatomy: { page },
}) => {
  await page.getByTestId('room-manifest').click();
  const which = page.getByTestId('which-webhook');
  const answer = page.getByTestId('which-answer');
  const lit = page.locator('.webhook[data-answers="true"]');
  await which.getByRole('button', { name: 'istio-injection=enabled' }).click();
  await expect(answer).toHaveText('namespace.sidecar-injector.istio.io is asked about this pod.');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('namespace.sidecar-injector.istio.io');
  expect(await violations(page)).toEqual([]);
  await which.getByRole('button', { name: 'sidecar.istio.io/inject=false' }).click();
  await expect(answer).toHaveText('No webhook of this manifest is asked about this pod.');
  await expect(lit).toHaveCount(0);
  await page.getByTestId('which-namespace').fill('');
  await page.getByTestId('which-pod').fill('istio.io/rev=default');
  await expect(answer).toHaveText('rev.object.sidecar-injector.istio.io is asked about this pod.');
  await page.getByTestId('which-pod').fill('istio.io/rev');
  await expect(which.getByRole('alert')).toHaveText('“istio.io/rev” is not KEY=VALUE.');
  await expect(lit).toHaveCount(0);
});

test('what is there and of a wrong type is shown as that, not as absent', async ({ anatomy }) => {
  const { page } = anatomy;
  await page.getByTestId('room-manifest').click();
  await expect(page.getByTestId('manifest-total')).toContainText('objects');
  await anatomy.drop(
    'odd.yaml',
    `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: {a: b}}
spec:
  group: example.com
  versions: [5, {name: v1, served: true}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: w}
webhooks:
- null
- name: x
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  namespaceSelector: text
  failurePolicy: {a: 1}
`,
  );
  const hook = page.locator('.webhook').nth(1);
  await expect(hook).toContainText(
    'could not be read: the text “text” stands where a mapping is expected (line 15)',
  );
  await expect(hook).toContainText(
    'failurePolicycould not be read: a mapping stands where a text is expected (line 16)',
  );
  await expect(page.locator('.webhook').first()).toContainText('(name could not be read)');
  await expect(page.locator('.crd')).toContainText('(name could not be read)');
  await expect(page.locator('.crd')).toContainText('spec.versions could not be read');
  await expect(page.locator('.crd-version')).toHaveText(['v1']);
  await page.getByTestId('which-webhook').getByRole('button', { name: 'none' }).first().click();
  await expect(page.getByTestId('which-answer')).toContainText(
    'Of (name could not be read) and x nobody can tell',
  );
  expect(await violations(page)).toEqual([]);
});
