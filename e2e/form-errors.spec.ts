/** Form errors: shown beside their fields, one announcement for all, the focus on the first invalid field. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { client } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const announced = (page: Page) => page.locator('[data-form-errors]')

test('the error of a failed sign-in stays at the password field after the toast is gone', async ({
  page,
}) => {
  await page.goto('/auth')
  await ready(page)
  const email = page.getByLabel('Correo electrónico')
  const typed = page.getByLabel('Contraseña', { exact: true })
  const send = page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' })
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(announced(page)).toHaveText('Revisa 2 campos: Correo electrónico, Contraseña.')

  await email.fill(client.email)
  await typed.fill('otra cosa')
  await expect(page.getByLabel('Correo electrónico')).not.toHaveAttribute('aria-invalid', 'true')
  await send.click()
  await expect(page.getByText('Error de inicio de sesión').first()).toBeVisible()
  await expect(typed).toBeFocused()
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await expect(typed).toHaveAccessibleDescription('El correo o la contraseña no son correctos.')
  // Toast and focus announce it: the form does not announce it a third time.
  await expect(announced(page)).toHaveText('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(page.getByText('Error de inicio de sesión')).toHaveCount(0)
  await expect(typed).toHaveAccessibleDescription('El correo o la contraseña no son correctos.')
  await expect(typed).toHaveValue('otra cosa')
})

test('a registration names every wrong field once, and clears each error when it is corrected @desktop-deep', async ({
  page,
}) => {
  await page.goto('/auth?tab=register')
  await ready(page)
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  const send = form.getByRole('button', { name: 'Crear cuenta' })
  const email = form.getByLabel('Correo electrónico')
  const typed = form.getByLabel('Contraseña', { exact: true })
  await form.getByLabel('Apellido').fill('Solís')
  await email.fill('nube@')
  await typed.pressSequentially('abc')
  await send.click()
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(4)
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(announced(page)).toHaveText(
    'Revisa 4 campos: Nombre, Correo electrónico, Contraseña, Tipo de cuenta.',
  )
  await expect(email).toHaveAccessibleDescription('Escribe un correo completo, como tu@correo.com.')
  await expect(typed).toHaveAccessibleDescription(/^La contraseña debe tener al menos 6 caracteres/)
  await expect(form.getByLabel('Tipo de cuenta')).toHaveAccessibleDescription('Elige una opción.')
  await expectAccessible(page)

  // Corrected silently: nothing is announced at the first character, and the error disappears once it is right.
  await email.press('End')
  await email.pressSequentially('c')
  await expect(announced(page)).toHaveText('')
  await email.pressSequentially('orreo.test')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  await expect(announced(page)).toHaveText('')

  // Sent again, the first field that is still invalid has the focus, and typed values stay.
  await send.click()
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await expect(announced(page)).toHaveText('Revisa 3 campos: Nombre, Contraseña, Tipo de cuenta.')
  await expect(form.getByLabel('Apellido')).toHaveValue('Solís')
  await expect(email).toHaveValue('nube@correo.test')
})

test('shows the error of a service without a name at its field, in the section that contains it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await newcomer(browser, 'professional', 'Nora')
  await publishProfile(page, { ...(await inCalvillo(page)), categories: ['hair'], specialties: ['Corte'] })
  await page.goto('/professional-services?edit=new')
  await ready(page)
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  const name = page.getByLabel('Nombre')
  await name.fill('   ')
  await page.getByRole('tab', { name: 'Precio' }).click()
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Escribe cómo se llama tu servicio.')
  await expectAccessibleEverywhere(page)
  await name.fill('Corte de autora')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')

  // The server's refusal stays in the bar of the form.
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await page.getByLabel('Duración (minutos)').fill('60')
  await page.getByRole('tab', { name: 'Precio' }).click()
  await page.getByLabel(/^Precio con IVA/).fill('500')
  await page.route('**/api/professional/services', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'Ahora no se pudo guardar.', code: 'unavailable' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  const bar = page.getByRole('form', { name: 'Tu servicio' }).locator('[data-bar=bottom]')
  await expect(bar.getByRole('listitem')).toHaveCount(1)
  const text = await bar.getByRole('listitem').innerText()
  await expect(announced(page)).toHaveText(text)
})

test('the error of a wrong current password stays at its field in the settings', async ({ browser }) => {
  const page = await newcomer(browser, 'client')
  await page.goto('/settings?section=security')
  await ready(page)
  const form = page.getByRole('form', { name: 'Cambiar contraseña' })
  const current = form.getByRole('textbox', { name: 'Contraseña actual' })
  const again = form.getByRole('textbox', { name: 'Confirmar contraseña' })
  await current.fill('no es esta')
  await form.getByRole('textbox', { name: 'Nueva contraseña' }).fill('una casa con patio')

  // The beginning of the same password is no error while it is typed, but is one on leaving the field.
  await again.pressSequentially('una casa')
  await expect(again).not.toHaveAttribute('aria-invalid', 'true')
  await again.blur()
  await expect(again).toHaveAttribute('aria-invalid', 'true')
  await expect(announced(page)).toHaveText('Las contraseñas no coinciden')
  await again.fill('una casa con patio')
  await expect(again).not.toHaveAttribute('aria-invalid', 'true')

  await form.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(current).toBeFocused()
  await expect(current).toHaveAttribute('aria-invalid', 'true')
  await expect(current).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expect(current).toHaveValue('no es esta')
  await expect(again).toHaveValue('una casa con patio')
})
