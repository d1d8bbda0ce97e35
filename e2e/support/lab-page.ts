import { expect, type Locator, type Page } from '@playwright/test';

type Lab = 'bootstrap' | 'install';

/** The lab room as a person uses it. */
export class LabPage {
  constructor(readonly page: Page) {}

  at(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  get count() {
    return this.at('lab-count');
  }
  get findings() {
    return this.at('lab-findings');
  }
  get failure() {
    return this.at('lab-failure');
  }

  /** What the ladder says of the newest Envoy. */
  get evidence() {
    return this.page.locator('.evidence');
  }

  step(number: number): Locator {
    return this.at(`lab-step-${number}`);
  }

  async enter(lab: Lab): Promise<void> {
    await this.at('room-lab').click();
    await this.at(`lab-${lab}`).click();
    await expect(this.at('lab-folder')).not.toHaveValue('');
  }

  /** Names the folder and looks at it. */
  async folder(path: string): Promise<void> {
    await this.at('lab-folder').fill(path);
    await this.check();
  }

  async check(): Promise<void> {
    await this.at('lab-check').click();
    await expect(this.at('lab-check')).toBeEnabled();
  }

  async open(number: number): Promise<void> {
    if ((await this.step(number).getAttribute('aria-expanded')) === 'false') await this.step(number).click();
    await expect(this.step(number)).toHaveAttribute('aria-expanded', 'true');
  }

  async standsAs(number: number, standing: string): Promise<void> {
    await expect(this.step(number)).toHaveAttribute('data-standing', standing);
  }

  /** Lets the app do what is left of a lab. */
  async doAll(): Promise<void> {
    await this.at('lab-all').click();
    await expect(this.count).toHaveText('8 of 8 right', { timeout: 60_000 });
  }

  async doStep(number: number): Promise<void> {
    await this.open(number);
    await this.at(`lab-do-${number}`).click();
    await expect(this.at('lab-check')).toBeEnabled({ timeout: 60_000 });
  }

  /** Does a step, and looks while it is being done. */
  async doStepWatched(number: number, look: () => Promise<void>): Promise<void> {
    await this.open(number);
    await this.at(`lab-do-${number}`).click();
    await look();
    await expect(this.at('lab-check')).toBeEnabled({ timeout: 60_000 });
  }

  /** Every part that is lit on the stage. */
  async litParts(): Promise<readonly string[]> {
    const lit = this.at('stage').locator('[data-part][data-state="lit"]');
    return lit.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-part') ?? ''));
  }

  async adminPort(port: number): Promise<void> {
    await this.option('admin-port', String(port));
  }

  /** Fills in one of the lab's options. */
  async option(name: string, value: string): Promise<void> {
    await this.at('lab-options').locator('summary').click();
    await this.at(`lab-${name}`).fill(value);
    await this.at(`lab-${name}`).press('Enter');
    await expect(this.at(`lab-${name}`)).toHaveValue(value);
  }
}
