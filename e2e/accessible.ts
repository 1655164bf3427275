/** Accessibility checks for every screen of a journey. */
import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOnly, type RunOptions } from 'axe-core'
import { ready } from './ready.ts'
import { isDeep, seed } from './run.ts'
import { test } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * axe's violations in the page's current state, with sticky elements in the normal flow: otherwise they cover passing content, depending on
 * the scroll position. Null: axe is not loaded on this page yet. Reporting passes too would take twice the time.
 */
const look = async (runOnly: RunOnly): Promise<string[] | null> => {
  if (!('axe' in window)) return null
  const stuck = [...document.querySelectorAll('*')].filter(
    (element) => element instanceof HTMLElement && getComputedStyle(element).position === 'sticky',
  )
  for (const element of stuck)
    if (element instanceof HTMLElement) {
      element.style.setProperty('position', 'relative')
      element.style.setProperty('inset', 'auto')
    }
  const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] })
  for (const element of stuck)
    if (element instanceof HTMLElement) {
      element.style.removeProperty('position')
      element.style.removeProperty('inset')
    }
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** Loaded once per page: loading its half megabyte again for each check took a fifth of the time. */
const wrong = async (page: Page, runOnly: RunOnly): Promise<string[] | null> => {
  const found = await page.evaluate(look, runOnly)
  if (found !== null) return found
  await page.evaluate(axe.source)
  return page.evaluate(look, runOnly)
}

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
}

/**
 * Checked again where something is wrong, since a page may still be navigating. On a busy machine one check alone can take five seconds.
 */
const expectNone = (page: Page, runOnly: RunOnly, how: string) =>
  expect(async () => expect(await wrong(page, runOnly), how).toEqual([])).toPass({ timeout: 15_000 })

/** WCAG 2.2 AA, every rule that a machine can check. */
export const expectNoViolations = (page: Page, how = 'as the page comes') =>
  expectNone(page, { type: 'tag', values: tags }, how)

/** The contrast of colours only. */
export const expectReadable = (page: Page, how: string) =>
  expectNone(page, { type: 'rule', values: ['color-contrast'] }, how)

export const expectNothingOut = async (page: Page, how = 'as the page comes') => {
  const out = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // The innermost ones, which are the cause; those in a strip that scrolls by itself do not count.
    return [...document.querySelectorAll('body *')]
      .filter((node) => node.getBoundingClientRect().right > clientWidth + 1 && node.children.length === 0)
      .map((node) => `${node.outerHTML.slice(0, 200)} (in ${node.parentElement?.className ?? ''})`)
      .concat(`${scrollWidth - clientWidth} px`)
  })
  expect(out, `nothing sticks out of the page: ${how}`).toEqual([])
}

export const expectAccessible = async (page: Page, how?: string) => {
  await expectNoViolations(page, how)
  await expectNothingOut(page, how)
}

/** Everything fits on the smallest telephone, and with text of twice the size on a narrow and on a wide screen. */
export const expectRoomForAll = async (page: Page) => {
  const before = page.viewportSize()
  for (const [width, height, percent] of [
    [320, 640, 100],
    [640, 900, 200],
    [1280, 900, 200],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, percent)
    await expectNothingOut(page, `${page.url()}: ${width} px, letters of ${percent} %`)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (before !== null) await page.setViewportSize(before)
}

/** No state is shown by colour alone: each has an outline or is drawn by the browser itself. */
export const expectTellableWithoutColours = async (page: Page) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const bare = await page.evaluate(() => {
    const state =
      '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"], [data-state="active"], input:checked'
    return [...document.querySelectorAll(state)]
      .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 2)
      .filter((node) => {
        const own = getComputedStyle(node)
        const drawn = getComputedStyle(node.closest('label') ?? node)
        return own.outlineStyle === 'none' && drawn.outlineStyle === 'none' && own.appearance === 'none'
      })
      .map((node) => node.outerHTML.slice(0, 120))
  })
  expect(bare, `${page.url()}: chosen, current or ticked by colour alone`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

const views = [
  { width: 390, height: 844, colorScheme: 'light', where: 'on a phone by day' },
  { width: 1280, height: 800, colorScheme: 'dark', where: 'on a desk by night' },
  { width: 390, height: 844, colorScheme: 'dark', where: 'on a phone by night' },
  { width: 1280, height: 800, colorScheme: 'light', where: 'on a desk by day' },
] as const

/** How many states the running journey has checked; a worker runs one journey at a time. */
let checked = { testId: '', states: 0 }

/**
 * The views of the next state: all four in `npm run test:deep`. In `npm test` one, since a check takes a second and the states are many:
 * the seed of the run chooses that of the journey's first state, the next states take the others in turn.
 */
const nextViews = () => {
  const { testId } = test.info()
  checked = { testId, states: checked.testId === testId ? checked.states + 1 : 0 }
  if (isDeep) return views
  const first = createHash('sha256').update(`${seed} ${testId}`).digest().readUInt8()
  return views.filter((_, place) => place === (first + checked.states) % views.length)
}

/**
 * The page in its current state is usable on a phone and on a desktop, light and dark; afterwards it is a light phone again. The same
 * journey on a desktop would repeat the checks.
 */
export const expectAccessibleEverywhere = async (page: Page) => {
  await ready(page)
  if (test.info().project.name === 'desktop') return
  const resize = async (width: number, height: number) => {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height })
  }
  for (const { width, height, colorScheme, where } of nextViews()) {
    await resize(width, height)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, where)
  }
  await resize(390, 844)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
