/** Kalli's emails, as their readers open them. */
import { expect, type Page } from '@playwright/test'
import { ready } from './ready.ts'

/** Opens the link of the newest email to an address, or of the newest that contains a text; returns its address. */
export const openLink = async (page: Page, email: string, saying = '') => {
  await expect(async () => {
    await page.goto(`/dev/mail?to=${encodeURIComponent(email)}`)
    await page
      .getByRole('listitem')
      .filter({ hasText: saying })
      .getByRole('link')
      .first()
      .click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const link = page.getByRole('navigation', { name: 'Enlaces del correo' }).getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  await page.goto(address)
  await ready(page)
  return address
}

/** The digits of the code, read where they were sent. */
export const codeAt = async (page: Page, channel: 'sms' | 'mail', to: string): Promise<string> => {
  let code = ''
  await expect(async () => {
    const at = async (way: string) =>
      (await page.request.get(`/dev/${way}?to=${encodeURIComponent(to)}`)).text()
    // A visitor's code goes by WhatsApp first.
    const text = channel === 'sms' ? (await at('whatsapp')) + (await at('sms')) : await at('mail')
    code = (channel === 'sms' ? /código es (\d{6})/ : /(\d{6}) es tu código/).exec(text)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return code
}
