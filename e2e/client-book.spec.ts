/** A stylist fills her client book: by hand, from a file that she may undo, and by keyboard alone; two entries of one person are merged. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { newcomer, publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const file = (lines: readonly string[]) => ({
  name: 'clientes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
})

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Clientes' }).getByRole('listitem')

const openBook = async (page: Page) => {
  await page.goto('/professional-clients')
  await ready(page)
}

test('a stylist adds clients by hand and from a file, undoes the import, merges two and adds work notes @desktop', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await newcomer(browser, 'professional', 'Renata')
  await publishProfile(page, {})
  await openBook(page)
  await expect(page.getByText('Todavía no tienes clientes')).toBeVisible()
  await expectAccessible(page, 'an empty book')

  // A first name is enough; the card opens.
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  const adding = page.getByRole('dialog', { name: 'Agregar cliente' })
  await adding.getByLabel('Nombre').fill('Lupita')
  await adding.getByLabel('Teléfono').fill('55 2233 4455')
  await expectAccessible(page, 'a new client')
  await adding.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lupita', level: 1 })).toBeVisible()
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' })
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/525522334455\?text=/)

  // The work done, as a note for herself and one for her client.
  await page.getByRole('button', { name: 'Agregar nota' }).click()
  const noting = page.getByRole('dialog', { name: 'Nota de trabajo' })
  await noting.getByLabel('Fórmula').fill('7.1 con 20 volúmenes')
  await expectAccessible(page, 'a work note')
  await noting.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('7.1 con 20 volúmenes')).toBeVisible()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Editar datos' }).click()
  const editing = page.getByRole('dialog', { name: 'Editar datos' })
  await editing.getByLabel('Etiquetas').fill('Color, VIP')
  await editing.getByLabel('Día').selectOption('8')
  await editing.getByLabel('Mes').selectOption('marzo')
  await editing.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('8 de marzo')).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(page.getByText('7.1 con 20 volúmenes')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // A file: previewed, imported, undone, imported again.
  await openBook(page)
  await page.getByRole('button', { name: 'Importar o exportar' }).click()
  const importing = page.getByRole('dialog', { name: 'Importar y exportar' })
  await expect(importing.getByRole('link', { name: 'Descargar todos (CSV)' })).toBeVisible()
  const lines = [
    'Nombre,Teléfono,Cumpleaños',
    'Lupita,5522334455,',
    'Íngrid Núñez,5566778899,12/03/1990',
    'Lupita,5599887766,',
    'Dora,123,',
  ]
  await importing.getByLabel('Archivo de clientes').setInputFiles(file(lines))
  await expect(importing.getByRole('definition').nth(0)).toHaveText('2')
  await expect(importing.getByText('En duda: 1')).toBeVisible()
  await expect(importing.getByText('Líneas que revisar: 1')).toBeVisible()
  await expectAccessible(page, 'what an import would do')
  await importing.getByLabel('Agregarlos también, como clientes nuevos').check()
  await importing.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect(importing.getByText('3 clientes nuevos.')).toBeVisible()
  await importing.getByRole('button', { name: 'Ver mis clientes' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Importar o exportar' }).click()
  await importing.getByLabel('Archivo de clientes').setInputFiles(file(lines))
  await importing.getByLabel('Agregarlos también, como clientes nuevos').check()
  await importing.getByRole('button', { name: 'Importar', exact: true }).click()
  await importing.getByRole('button', { name: 'Ver mis clientes' }).click()
  await expectAccessibleEverywhere(page)

  // Found without accents, and by part of a telephone; then filtered by a tag.
  const search = page.getByLabel('Buscar por nombre o teléfono')
  await search.fill('ingrid nunez')
  await expect(rowsOf(page)).toHaveCount(1)
  await search.fill('9988 77')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=/)
  await search.fill('')
  await page.getByRole('button', { name: /^VIP/ }).click()
  await expect(rowsOf(page)).toHaveCount(1)

  // The two Lupitas are merged; separated, both are there.
  await rowsOf(page).getByRole('link').click()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Unir con otro cliente' }).click()
  const merging = page.getByRole('dialog', { name: 'Unir con Lupita' })
  await merging.getByRole('radio').first().check()
  await expectAccessible(page, 'a merge')
  await merging.getByRole('button', { name: 'Unir' }).click()
  await expect(page.getByRole('heading', { name: 'Fichas unidas aquí' })).toBeVisible()
  await page.getByRole('button', { name: 'Separar a Lupita' }).click()
  await expect(page.getByRole('heading', { name: 'Fichas unidas aquí' })).toBeHidden()
  await page.getByRole('link', { name: 'Mis clientes' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
})

test('a stylist adds and opens a client by keyboard alone', async ({ browser }) => {
  const page = await newcomer(browser, 'professional', 'Renata')
  await publishProfile(page, {})
  await openBook(page)
  await page.getByRole('button', { name: 'Agregar', exact: true }).focus()
  await page.keyboard.press('Enter')
  const adding = page.getByRole('dialog', { name: 'Agregar cliente' })
  await expect(adding).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Agregar', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await adding.getByLabel('Nombre').focus()
  await page.keyboard.type('Berta')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Berta', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Mis clientes' }).focus()
  await page.keyboard.press('Enter')
  await rowsOf(page).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/client=/)
})
