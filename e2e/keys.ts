/** Actions of a user who uses only the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test'
import { dayAhead } from './people.ts'

/** Tab, in a menu the arrow, as often as it takes; a control that cannot be reached so is inaccessible. */
export const reach = async (page: Page, wanted: Locator, most = 150) => {
  // It may still be loading.
  await expect(wanted).toBeVisible()
  const key = (await wanted.getAttribute('role')) === 'menuitem' ? 'ArrowDown' : 'Tab'
  const isThere = () => wanted.evaluate((element) => element === document.activeElement).catch(() => false)
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await isThere()) return
    await page.keyboard.press(key)
  }
  expect(await isThere(), `${wanted.toString()} is reached by ${key}`).toBe(true)
}

/** Reached and pressed. */
export const pressByKey = async (page: Page, wanted: Locator) => {
  await reach(page, wanted)
  await page.keyboard.press('Enter')
}

/** Replaces the field's content. */
const writeByKey = async (page: Page, field: Locator, text: string) => {
  await reach(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const tickByKey = async (page: Page, box: Locator) => {
  if ((await box.getAttribute('type')) === 'radio') return tickRadioByKey(page, box)
  await reach(page, box)
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
}

/** Tab leads to one of the group, the arrows from there to the others. */
const tickRadioByKey = async (page: Page, radio: Locator) => {
  const name = (await radio.getAttribute('name')) ?? ''
  const focused = () =>
    page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.name : '',
    )
  for (let pressed = 0; pressed < 150 && (await focused()) !== name; pressed += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  for (let pressed = 0; pressed < 12 && !(await radio.isChecked()); pressed += 1)
    await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
}

/** From the first choice on downwards. */
const chooseByKey = async (page: Page, list: Locator, label: string | RegExp) => {
  await reach(page, list)
  await page.keyboard.press('Home')
  const chosen = () =>
    list.evaluate((element) =>
      element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.label ?? '') : '',
    )
  const isIt = (text: string) => (typeof label === 'string' ? text === label : label.test(text))
  const count = await list.getByRole('option').count()
  for (let pressed = 0; pressed < count && !isIt(await chosen()); pressed += 1)
    await page.keyboard.press('ArrowDown')
  expect(isIt(await chosen()), `${list.toString()}: ${label} is chosen by the arrows`).toBe(true)
}

/** Its parts are in the order of the browser's language. */
const dateByKey = async (page: Page, field: Locator, date: string) => {
  const [year, month, day] = date.split('-')
  for (const typed of [`${day}${month}${year}`, `${month}${day}${year}`]) {
    await reach(page, field)
    for (let part = 1; part < 3; part += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(typed)
    if ((await field.inputValue()) === date) return
  }
  await expect(field).toHaveValue(date)
}

/** On the booking screen: the month instead of the list; one stop of the Tab key, from there by arrows. */
export const chooseDayByKey = async (page: Page, daysAhead: number) => {
  const wanted = dayAhead(daysAhead).date
  await pressByKey(page, page.getByRole('link', { name: 'Elegir día' }))
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell', { selected: true })).toBeVisible()
  await reach(page, grid.locator('[tabindex="0"]'))
  const focused = grid.locator(':focus')
  let at = Temporal.PlainDate.from((await focused.getAttribute('data-date')) ?? '')
  while (!at.equals(wanted)) {
    const step = Temporal.PlainDate.compare(at, wanted) < 0 ? 1 : -1
    at = at.add({ days: step })
    await page.keyboard.press(step > 0 ? 'ArrowRight' : 'ArrowLeft')
    await expect(focused).toHaveAttribute('data-date', at.toString())
  }
  await page.keyboard.press('Enter')
}

export type Hands = {
  press(wanted: Locator): Promise<void>
  /** A fast double press counts once. */
  pressTwice(wanted: Locator): Promise<void>
  write(field: Locator, text: string): Promise<void>
  /** As in `2026-11-24`. */
  date(field: Locator, date: string): Promise<void>
  tick(box: Locator): Promise<void>
  choose(list: Locator, label: string | RegExp): Promise<void>
}

/** A journey of many pages runs once on a phone and once on a desktop, by keyboard alone. */
export const handsOn = (page: Page, project: { name: string }): Hands =>
  project.name === 'desktop'
    ? {
        press: (wanted) => pressByKey(page, wanted),
        pressTwice: async (wanted) => {
          await pressByKey(page, wanted)
          await page.keyboard.press('Enter')
        },
        write: (field, text) => writeByKey(page, field, text),
        date: (field, date) => dateByKey(page, field, date),
        tick: (box) => tickByKey(page, box),
        choose: (list, label) => chooseByKey(page, list, label),
      }
    : {
        press: (wanted) => wanted.click(),
        pressTwice: (wanted) => wanted.dblclick(),
        write: (field, text) => field.fill(text),
        date: (field, date) => field.fill(date),
        tick: (box) => box.check(),
        choose: async (list, label) => {
          const option = list.getByRole('option', { name: label }).first()
          await list.selectOption((await option.getAttribute('value')) ?? '')
        },
      }
