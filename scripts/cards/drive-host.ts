import type { FrameLocator, Page } from 'playwright-core';

/** Opens the host that is at `url` for whoever has the token. */
export const openHost = async (page: Page, url: string, token: string): Promise<void> => {
  await page.goto(`${url}#${token}`);
  await page.locator('html[data-ready]').waitFor();
};

/** Sets a switch of the host. */
export const setSwitch = async (page: Page, name: string, value: string | boolean): Promise<void> => {
  const field = page.locator(`[name=${name}]`);
  if (typeof value === 'boolean') await field.setChecked(value);
  else if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(value);
  else {
    await field.fill(value);
    await field.dispatchEvent('change');
  }
};

/** Has the model call a tool, and returns its card. */
export const showCard = async (page: Page, tool: string, args: object): Promise<FrameLocator> => {
  const place = await page.locator('#cards > iframe').count();
  await page.selectOption('[name=tool]', tool);
  await page.fill('[name=args]', JSON.stringify(args));
  await page.getByRole('button', { name: 'Call the tool' }).click();
  const card = cardAt(page, place);
  await card.locator('#shown').waitFor();
  return card;
};

/** The card that was shown first, second and so on, from 0. */
export const cardAt = (page: Page, place: number): FrameLocator =>
  page.frameLocator(`#cards > iframe >> nth=${place}`).frameLocator('iframe');
