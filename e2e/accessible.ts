/** What every screen must hold, wherever a journey meets it. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ready } from './ready.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Only what is wrong is told in full: describing all that is right took axe half of its time. Our pages have no frames of
 * other sites, so axe runs in the page itself; its other way opens a second page each time and takes twice as long.
 */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** What sticks to an edge lies over what is only passing by, wherever the page happens to be scrolled to: each in its own place. */
const unstick = () => {
  for (const element of document.querySelectorAll('*'))
    if (element instanceof HTMLElement && getComputedStyle(element).position === 'sticky') {
      element.style.setProperty('position', 'relative')
      element.style.setProperty('inset', 'auto')
      element.dataset['stuck'] = ''
    }
}

const stick = () => {
  for (const element of document.querySelectorAll('[data-stuck]'))
    if (element instanceof HTMLElement) {
      element.style.removeProperty('position')
      element.style.removeProperty('inset')
      delete element.dataset['stuck']
    }
}

const expectNone = async (page: Page, choose: (axe: AxeBuilder) => AxeBuilder, how: string) => {
  await page.evaluate(unstick)
  const { violations } = await choose(axeOf(page)).analyze()
  await page.evaluate(stick)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    how,
  ).toEqual([])
}

/** WCAG 2.2 AA, every rule that a machine can check. */
export const expectNoViolations = (page: Page, how = 'as the page comes') =>
  expectNone(page, (axe) => axe.withTags(rules), how)

/** The colours alone. */
export const expectReadable = (page: Page, how: string) =>
  expectNone(page, (axe) => axe.withRules(['color-contrast']), how)

export const expectNothingOut = async (page: Page, how = 'as the page comes') => {
  const out = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(out, `nothing sticks out of the page: ${how}`).toBeLessThanOrEqual(0)
}

export const expectAccessible = async (page: Page, how?: string) => {
  await expectNoViolations(page, how)
  await expectNothingOut(page, how)
}

/**
 * The page as it stands, on a phone and on a desk, by day and by night; it stays a phone by day. By night only the
 * colours change, so only they are looked at again.
 */
export const expectAccessibleEverywhere = async (page: Page) => {
  for (const [width, height, where] of [
    [1280, 800, 'on a desk'],
    [390, 844, 'on a phone'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await ready(page)
    await expectReadable(page, `${where}, by night`)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectAccessible(page, where)
  }
}
