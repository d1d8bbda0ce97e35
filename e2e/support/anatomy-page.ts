import { expect, type Locator, type Page } from '@playwright/test';
import type { SceneName } from '../../src/domain/diagram/scene.ts';

/** The window as a person uses it. One method a thing that one can do; what one sees is a locator. */
export class AnatomyPage {
  constructor(readonly page: Page) {}

  private at(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  get workload() {
    return this.at('workload');
  }
  get bench() {
    return this.at('bench');
  }
  get stage() {
    return this.at('stage');
  }
  get toolsProgress() {
    return this.at('progress');
  }
  get error() {
    return this.at('error');
  }
  get source() {
    return this.at('source');
  }
  get sourceName() {
    return this.at('source-name');
  }
  get notes() {
    return this.at('notes');
  }
  get rung() {
    return this.at('rung');
  }
  get verdict() {
    return this.at('verdict');
  }
  get validateOutput() {
    return this.at('validate-output');
  }
  get run() {
    return this.at('run');
  }
  get stop() {
    return this.at('stop');
  }
  get restart() {
    return this.at('restart');
  }

  part(id: string): Locator {
    return this.stage.locator(`[data-part="${id}"]`);
  }

  ladder(step: 'accepted' | 'istiod' | 'identity' | 'config' | 'live' | 'pod-ready'): Locator {
    return this.at(`ladder-${step}`);
  }

  /** Every bench that was shown so far, with its words, in order. */
  benchesSeen(): Promise<readonly string[]> {
    return this.page.evaluate(
      () => (globalThis as unknown as { benchesSeen: readonly string[] }).benchesSeen,
    );
  }

  /** The lines of the source that are marked, as they are drawn. */
  get markedLines(): Locator {
    return this.source.locator('.cm-marked');
  }

  /** Waits until the sample was injected by the real istioctl and is shown. */
  async sampleIsOnTheLabBench(): Promise<void> {
    await expect(this.bench).toHaveAttribute('data-bench', 'lab', { timeout: 30_000 });
    await expect(this.workload).toHaveText('payments');
    await expect(this.run).toBeEnabled();
    await expect(this.at('busy')).toHaveCount(0);
  }

  /** Starts Envoy and waits until it waits for istiod, as it does where there is none. */
  async runsWithoutIstiod(): Promise<void> {
    await this.run.click();
    await expect(this.rung).toHaveAttribute('data-rung', 'no-istiod');
  }

  async restartsWithoutIstiod(): Promise<void> {
    await this.restart.click();
    await expect(this.rung).toHaveAttribute('data-rung', 'no-istiod');
  }

  /** The sample's bootstrap, on a port that the system chooses, until it waits for istiod. */
  async sampleRunsWithoutIstiod(): Promise<void> {
    await this.sampleIsOnTheLabBench();
    await this.adminPort(0);
    await this.runsWithoutIstiod();
  }

  async open(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.at('open-file').setInputFiles(file);
  }

  async drop(name: string, text: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName));
        return data;
      },
      [name, text] as const,
    );
    await this.page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await this.page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', content);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  }

  async pick(name: string): Promise<void> {
    await this.at('picker').click();
    await this.at('picker-list').getByRole('button', { name }).click();
    await expect(this.workload).toHaveText(name);
  }

  async view(name: 'original' | 'injected' | 'difference'): Promise<void> {
    await this.at(`view-${name}`).click();
    await expect(this.at(`view-${name}`)).toHaveAttribute('aria-pressed', 'true');
  }

  async scene(name: SceneName): Promise<void> {
    await this.at(`scene-${name}`).click();
  }

  async tab(name: 'part' | 'notes' | 'bootstrap' | 'checks'): Promise<void> {
    await this.at(`tab-${name}`).click();
  }

  /** What one of istioctl's static checks says. */
  check(name: 'analyze' | 'validate' | 'precheck'): Locator {
    return this.at(`check-${name}`);
  }

  async runChecks(of: 'original' | 'injected'): Promise<void> {
    await this.tab('checks');
    await this.at(`check-${of}`).click();
    await this.at('run-checks').click();
    await expect(this.at('cancel-checks')).toHaveCount(0);
  }

  async variant(name: 'lab' | 'sidecar'): Promise<void> {
    await this.at(`variant-${name}`).click();
    await expect(this.at(`variant-${name}`)).toHaveAttribute('aria-pressed', 'true');
  }

  async validate(): Promise<void> {
    await this.at('validate').click();
  }

  async typo(): Promise<void> {
    await this.at('typo').click();
  }

  async fetchTimeout(value: '0s' | '5s'): Promise<void> {
    await this.at('fetch-timeout').selectOption(value);
  }

  /** 0 lets the system choose, so that stories do not wait for each other's port. */
  async adminPort(port: number): Promise<void> {
    await this.tab('bootstrap');
    await this.at('start-values').locator('summary').click();
    await this.at('start-adminPort').fill(String(port));
    await this.at('start-adminPort').press('Enter');
    await expect.poll(() => this.bootstrapText()).toContain(`port_value: ${port}`);
  }

  /** The whole bootstrap, copied out of the editor as a person would: it draws only the lines in view. */
  async bootstrapText(): Promise<string> {
    const content = this.at('bootstrap-yaml').locator('.cm-content');
    await content.focus();
    await content.press('ControlOrMeta+a');
    return content.evaluate((element) => {
      const clipboardData = new DataTransfer();
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/plain');
    });
  }

  /** Takes the whole bootstrap away and types another. */
  async editBootstrap(text: string): Promise<void> {
    const content = this.at('bootstrap-yaml').locator('.cm-content');
    await content.focus();
    await content.press('ControlOrMeta+a');
    await content.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  /** Saves with a button and gives the bytes of the file that came. */
  async save(
    kind: 'svg' | 'png' | 'pdf' | 'html' | 'drawio' | 'mermaid' | 'md',
  ): Promise<{ name: string; path: string }> {
    const coming = this.page.waitForEvent('download');
    await this.at('export').locator('summary').click();
    await this.at(`export-${kind}`).click();
    const download = await coming;
    return { name: download.suggestedFilename(), path: await download.path() };
  }

  /** Copies the picture; resolves when the app says that it did. */
  async copyPicture(): Promise<void> {
    await this.at('export').locator('summary').click();
    await this.at('copy-picture').click();
    await expect(this.at('copy-picture')).toBeHidden();
    await expect(this.page.getByText('The picture was copied.')).toBeVisible();
  }

  async copyCommand(): Promise<void> {
    await this.at('copy-command').click();
  }
}
