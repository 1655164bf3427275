/** The visits of a professional, as the day and its lists show them: a row each, and everything else in a sheet. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The row of a visit, or its card if it is the next one; past visits are unfolded first. */
export const visitOf = async (page: Page, whose: string | RegExp): Promise<Locator> => {
  const visit = page.getByRole('main').getByRole('listitem').filter({ hasText: whose }).first()
  const done = page.getByText(/^\d+ (terminadas?|no se di(o|eron))( ·|$)/)
  await visit.or(done).first().waitFor()
  if (!(await visit.isVisible())) await done.click()
  return visit
}

/** Opens the sheet of a visit. */
export const openVisit = async (page: Page, whose: string | RegExp): Promise<Locator> => {
  const sheet = page.getByRole('dialog')
  // A day that reloaded during the press shows its visit elsewhere: next, among the others, or done and folded.
  await expect(async () => {
    if (await sheet.isVisible()) return
    const visit = await visitOf(page, whose)
    await visit.locator('button[aria-haspopup=dialog]').last().click({ timeout: 2_000 })
    await sheet.waitFor({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  return sheet
}

/** Shows the field of the arrival code: by a separate press where the arrival needs none. */
export const openCode = async (visit: Locator) => {
  const arrival = visit.getByRole('button', { name: 'Registrar llegada' })
  await arrival.waitFor()
  const byCode = visit.getByRole('button', { name: 'Con su código' })
  await ((await byCode.isVisible()) ? byCode : arrival).click()
}
