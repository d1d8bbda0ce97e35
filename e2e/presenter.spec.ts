import { readFile } from 'node:fs/promises';
import { violations } from './support/accessible.ts';
import { at, goes, openWindow, present, steps, turnsTo } from './support/presentation.ts';
import { expect, test } from './support/story.ts';

test('a clicker alone gets through the whole deck: a real Envoy waits, refuses a typo, and is ended', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.adminPort(0);
  await present(anatomy);
  const count = await steps(page);
  const wall = page.locator('.presenter .stage-svg');
  for (let step = 2; step <= count - 2; step++) await turnsTo(page, step, count);
  await expect(wall).toContainText('PRE_INITIALIZING');
  await page.keyboard.press('.');
  await expect(at(page, 'presenter-blank')).toHaveAttribute('data-blank', 'black');
  await page.keyboard.press('.');
  await expect(at(page, 'presenter-blank')).toHaveCount(0);
  await turnsTo(page, count - 1, count);
  await expect(wall).toContainText('CrashLoop in a pod');
  await expect(wall).toContainText('istiod-xds');
  await turnsTo(page, count - 2, count, 'PageUp');
  await expect(wall).toContainText('PRE_INITIALIZING');
  await page.keyboard.press('End');
  await turnsTo(page, count - 1, count);
  await turnsTo(page, count, count);
  await page.keyboard.press('PageDown');
  await goes(page, count, count);
  await page.keyboard.press('F5');
  await goes(page, count, count);
  await page.keyboard.press('Escape');
  await expect(anatomy.run).toBeEnabled();
  await expect(anatomy.stop).toHaveCount(0);
});

test('one key leads back to what works: an edit, a running Envoy and a typo are gone, the step stays', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await anatomy.adminPort(0);
  const good = await anatomy.bootstrapText();
  await anatomy.editBootstrap(good.replace('payments.default', 'edited.default'));
  await anatomy.runsWithoutIstiod();
  await present(anatomy);
  const count = await steps(page);
  for (let step = 2; step <= count - 1; step++) await turnsTo(page, step, count, 'ArrowRight');
  await expect(page.locator('.presenter .stage-svg')).toContainText('CrashLoop in a pod');
  await page.keyboard.press('w');
  await page.keyboard.press('g');
  await goes(page, count - 1, count);
  await expect(at(page, 'presenter-blank')).toHaveCount(0);
  await expect(page.locator('.presenter .stage-svg')).not.toContainText('CrashLoop');
  await expect(page.locator('.presenter .stage-svg')).toHaveAttribute('data-scene', 'bootstrap');
  await page.keyboard.press('Escape');
  await expect(anatomy.stop).toHaveCount(0);
  await expect(anatomy.run).toBeEnabled();
  await anatomy.tab('bootstrap');
  await expect.poll(() => anatomy.bootstrapText()).toBe(good);
});

test('the presenter’s window keeps step with the stage, and either finds the other again', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  await present(anatomy);
  const count = await steps(page);
  const window = await openWindow(page);
  await window.keyboard.press('PageDown');
  await goes(page, 2, count);
  await expect(at(window, 'pw-where')).toHaveText(`Step 2 of ${count}`);
  await page.keyboard.press('PageDown');
  await expect(at(window, 'pw-where')).toHaveText(`Step 3 of ${count}`);
  const third = await at(page, 'presenter-title').textContent();
  await expect(window.getByRole('heading', { level: 1 })).toContainText(third ?? '');
  await expect(at(window, 'picture-now').locator('svg')).toContainText('added');
  await expect(at(window, 'picture-next').locator('svg')).toBeVisible();
  await at(window, 'do-black').click();
  await expect(at(page, 'presenter-blank')).toBeVisible();
  await at(window, 'do-black').click();
  await expect(at(page, 'presenter-blank')).toHaveCount(0);

  await at(window, 'notes').fill('Wait for the question.');
  await window.reload();
  await expect(at(window, 'notes')).toHaveValue('Wait for the question.');
  await expect(at(window, 'picture-now').locator('svg')).toBeVisible();
  const [download] = await Promise.all([window.waitForEvent('download'), at(window, 'notes-export').click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Wait for the question.');
  await at(window, 'notes-import').setInputFiles({
    name: 'talk.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('## x\n\n<!-- step: injection -->\n\nFrom a file.\n'),
  });
  await expect(at(window, 'notes')).toHaveValue('From a file.');
  await at(window, 'notes-import').setInputFiles({
    name: 'other.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Nothing'),
  });
  await expect(window.getByText('other.md holds no notes')).toBeVisible();

  await page.reload();
  await goes(page, 3, count);
  await expect(at(window, 'presenter-window')).toHaveAttribute('data-connected', 'true');
  await at(window, 'step-start-order').click();
  await goes(page, 4, count);
  expect(await violations(window)).toEqual([]);
  await window.close();
  await page.keyboard.press('Home');
  await goes(page, 1, count);
  const again = await openWindow(page);
  await page.close();
  await expect(at(again, 'presenter-window')).toHaveAttribute('data-connected', 'false', { timeout: 12_000 });
  await expect(at(again, 'pw-lost')).toContainText('does not answer');
});

test('the room sees no message, no path, no user’s name and no secret; the presenter sees what went wrong', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await anatomy.sampleIsOnTheLabBench();
  const secret = 'hunter2-very-secret-value';
  await anatomy.drop(
    'ada-lovelace-shop.yaml',
    `apiVersion: v1\nkind: Pod\nmetadata: {name: shop, labels: {app: shop}}\nspec:\n  containers:\n  - name: shop\n    image: shop\n    env:\n    - {name: DB_PASSWORD, value: ${secret}}\n    - {name: PLAIN, value: seen}\n`,
  );
  await expect(anatomy.workload).toHaveText('shop');
  await anatomy.drop('ada-lovelace-broken.yaml', 'apiVersion: v1\nkind: Pod\n\tmetadata: {}\n');
  await expect(anatomy.error).toContainText('ada-lovelace-broken.yaml');
  await present(anatomy);
  const window = await openWindow(page);
  await expect(at(window, 'messages')).toContainText('ada-lovelace-broken.yaml');
  await expect(at(page, 'presenter-trouble')).toBeVisible();
  const count = await steps(page);
  for (let step = 1; step <= 6; step++) {
    await goes(page, step, count);
    const told = await page.evaluate(
      () => `${document.title} ${document.body.textContent} ${document.body.innerHTML}`,
    );
    for (const planted of [secret, 'lovelace', '.yaml', '/home/', '/tmp/', 'istioctl kube-inject'])
      expect(told, `step ${step}`).not.toContain(planted);
    await turnsTo(page, step + 1, count);
  }
  expect(await window.evaluate(() => document.body.innerHTML)).not.toContain(secret);
  const kept = (await page.evaluate(() => Object.keys(localStorage))).filter(
    (key) => !/theme|notes/.test(key),
  );
  expect(kept).toEqual([]);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
] as const)
  test(`no letter that a room sees is smaller than 24 pixels of 1280: ${width} × ${height}`, async ({
    anatomy,
  }) => {
    const { page } = anatomy;
    await page.setViewportSize({ width, height });
    await anatomy.sampleIsOnTheLabBench();
    await anatomy.adminPort(0);
    await present(anatomy);
    const count = await steps(page);
    for (let step = 1; step <= count; step++) {
      await goes(page, step, count);
      await page.keyboard.press('?');
      await expect(at(page, 'presenter-keys')).toBeVisible();
      const small = await page.evaluate(
        (least) => {
          const found: string[] = [];
          for (const text of document.querySelectorAll<SVGTextElement>('.presenter .stage-svg text')) {
            const scale = text.getScreenCTM();
            const size =
              Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(scale?.a ?? 0, scale?.b ?? 0);
            if (size < least - 0.1) found.push(`${text.textContent} ${size}`);
          }
          const all = document.querySelectorAll<HTMLElement>(
            '.presenter :is(h1, span, dt, dd, p, a, button)',
          );
          for (const element of all) {
            const size = Number.parseFloat(getComputedStyle(element).fontSize);
            if (element.checkVisibility() && element.textContent !== '' && size < least - 0.1)
              found.push(`${element.textContent} ${size}`);
          }
          return found;
        },
        (24 * width) / 1280,
      );
      expect(small, `step ${step}`).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
      await page.keyboard.press('?');
      if (step < count) await turnsTo(page, step + 1, count);
    }
  });

test('what is taller than the wall is turned through by the same key, to its foot and back to its head', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await anatomy.sampleIsOnTheLabBench();
  await present(anatomy);
  const count = await steps(page);
  const wall = page.locator('.presenter .stage-svg');
  for (const step of [2, 3]) await turnsTo(page, step, count);
  const seen: string[] = [];
  while ((await wall.getAttribute('data-below')) === 'true' && seen.length < 8) {
    seen.push((await wall.locator('g').first().getAttribute('transform')) ?? '');
    await page.keyboard.press('PageDown');
    await goes(page, 3, count);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(0);
  for (const _ of seen) {
    await expect(wall).toHaveAttribute('data-above', 'true');
    await page.keyboard.press('PageUp');
    await goes(page, 3, count);
  }
  await page.keyboard.press('PageUp');
  await goes(page, 2, count);
});

test('a spotlight follows the pointer and grows by wheel and key; parts can be walked by keys within a step', async ({
  anatomy,
}) => {
  const { page } = anatomy;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await anatomy.sampleIsOnTheLabBench();
  await present(anatomy);
  await page.mouse.move(400, 300);
  await page.keyboard.press('s');
  const light = at(page, 'presenter-spotlight');
  await page.mouse.move(420, 310);
  expect(await light.evaluate((element) => element.style.getPropertyValue('--x'))).toBe('420px');
  const radius = async () => Number(await light.getAttribute('data-radius'));
  const first = await radius();
  await page.mouse.wheel(0, -100);
  await expect.poll(radius).toBeGreaterThan(first);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect.poll(radius).toBeLessThan(first);
  await page.keyboard.press('s');
  await expect(light).toHaveCount(0);
  await page.keyboard.press('l');
  await expect(at(page, 'presenter-laser')).toBeVisible();
  await page.mouse.move(500, 300);
  await page.keyboard.press('l');

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const where = await at(page, 'presenter-where').textContent();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.stage-box:focus')).toHaveCount(1);
  expect(await at(page, 'presenter-where').textContent()).toBe(where);
  await expect(page.locator('.stage-box[data-state="lit"]').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.stage-box:focus')).toHaveCount(0);
  await expect(at(page, 'presenter')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
