/** What every screen must hold, wherever a journey meets it. */
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOnly, type RunOptions } from 'axe-core'
import { ready } from './ready.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong on the page as it stands. Given to a page once and run in it: bringing its half megabyte again for
 * each look took a fifth of the time. Describing all that is right took half: only what is wrong is told.
 */
const wrong = async (page: Page, runOnly: RunOnly): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
  }, runOnly)
}

declare global {
  interface Window {
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
}

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

/** Looked at again where something is wrong: a page that was still on its way to the next one is no page of ours. */
const expectNone = (page: Page, runOnly: RunOnly, how: string) =>
  expect(async () => {
    await page.evaluate(unstick)
    const found = await wrong(page, runOnly)
    await page.evaluate(stick)
    expect(found, how).toEqual([])
  }).toPass({ timeout: 5_000 })

/** WCAG 2.2 AA, every rule that a machine can check. */
export const expectNoViolations = (page: Page, how = 'as the page comes') =>
  expectNone(page, { type: 'tag', values: tags }, how)

/** The colours alone. */
export const expectReadable = (page: Page, how: string) =>
  expectNone(page, { type: 'rule', values: ['color-contrast'] }, how)

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
