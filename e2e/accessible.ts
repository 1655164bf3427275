/** What every screen must hold, wherever a journey meets it. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA, every rule that a machine can check. */
export const expectNoViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
}

export const expectNothingOut = async (page: Page, how = 'as the page comes') => {
  const out = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(out, `nothing sticks out of the page: ${how}`).toBeLessThanOrEqual(0)
}

export const expectAccessible = async (page: Page) => {
  await expectNoViolations(page)
  await expectNothingOut(page)
}
