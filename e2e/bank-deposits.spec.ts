/** Deposits in the bank and their payouts, for a professional and a host, and the month as files. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { host, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

for (const [who, party] of [
  [stylist, 'professional'],
  [host, 'host'],
] as const)
  test(`a ${party} finds a deposit by its date, its contents with each receipt, and the month as PDF and CSV @desktop`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const page = await pageOf(browser, who.email)
    await page.goto(party === 'host' ? '/host-dashboard' : '/professional-dashboard')
    await ready(page)
    const more = page.getByRole('button', { name: 'Más herramientas' })
    if ((page.viewportSize()?.width ?? 0) < 1024) await more.click()
    await page.getByRole('link', { name: 'Depósitos', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Depósitos' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Lo que sigue' })).toBeVisible()
    const list = page.getByRole('list', { name: 'Depósitos', exact: true })
    const first = list.getByRole('button', { expanded: false }).first()
    await expect(first).toContainText(/\$[\d,]+/)
    await first.click()
    await expect(page.getByText(/^Clave de rastreo/).first()).toBeVisible()
    await page
      .getByRole('button', { name: /^Recibo de / })
      .first()
      .click()
    const receipt = page.getByRole('dialog')
    await expect(receipt.getByText('Liquidado')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await expect(receipt).toHaveCount(0)
    await page.getByRole('button', { name: /^Ver los \d+ de antes$/ }).click()
    await expect(page.getByRole('button', { name: /^Ver los/ })).toHaveCount(0)

    // One of more than ten is found by the text of the bank's statement.
    const sums = (await list.getByRole('button', { expanded: false }).allTextContents()).map(
      (text) => /\$[\d,.]+/.exec(text)?.[0] ?? '',
    )
    const [wanted = ''] = sums.toReversed()
    await page.getByRole('searchbox', { name: 'Buscar un depósito' }).fill(wanted)
    await expect(list.getByRole('listitem').filter({ hasText: wanted }).first()).toBeVisible()
    expect(await list.getByRole('button', { expanded: false }).count()).toBeLessThan(sums.length)
    await page.getByRole('searchbox', { name: 'Buscar un depósito' }).fill('999,999.99')
    await expect(page.getByText('Ningún depósito del mes con eso.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar un depósito' }).fill('')

    const month = page.getByRole('region', { name: 'Estado de cuenta' })
    await expect(month.getByText('Saldo al final')).toBeVisible()
    await expect(month.getByText(/Kalli (no te descontó|apartó)/)).toBeVisible()
    for (const [type, kind] of [
      ['CSV', 'text/csv; charset=utf-8'],
      ['PDF', 'application/pdf'],
    ] as const) {
      const address = await month.getByRole('link', { name: new RegExp(`^${type}`) }).getAttribute('href')
      const answer = await page.request.get(address ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, kind])
    }
    // Upcoming payouts are current; another month has its own deposits and statement.
    await page.getByRole('link', { name: /^Mes anterior/ }).click()
    await expect(page.getByRole('link', { name: /^Mes siguiente/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Lo que sigue' })).toHaveCount(0)
    await page.goto('/bank-deposits?month=2019-01')
    await ready(page)
    await expect(page.getByText('Sin depósitos este mes')).toBeVisible()
  })
