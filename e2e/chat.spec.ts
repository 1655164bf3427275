/** A client writes to Kalli by WhatsApp: the local telephone shows the answers, and their buttons are pressed. */
import { type APIResponse, type Browser, expect, type Page } from '@playwright/test'
import { codeAt } from './emails.ts'
import { daily } from './listing.ts'
import {
  dateAhead,
  hoursOf,
  inCalvillo,
  letIn,
  newcomer,
  publishProfile,
  salonOf,
  stylistNear,
} from './newcomers.ts'
import { cards, fillCard, newPhone, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a client asks for the address, holds another hour and cancels by message, and the visit shows it', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Jimena')
  await letIn(salon, stylist)
  const phone = `+5255${String(10_000_000 + (Date.now() % 79_999_999))}`
  const client = await (await browser.newContext()).newPage()
  const { request } = client
  const [hour] = await hoursOf(request, stylist, salon.spaceId, dateAhead(5))
  const hold = await request.post('/api/holds', { data: { slotToken: hour?.token } })
  expect(hold.status(), await hold.text()).toBe(201)
  const { id } = await hold.json()
  const sent = await request.post(`/api/holds/${id}/contact-code`, { data: { phone } })
  expect(sent.status(), await sent.text()).toBe(200)
  const code = await codeAt(client, 'sms', phone)
  await request.post(`/api/holds/${id}/contact`, { data: { phone, code } })
  const contact = { firstName: 'Lucía', lastName: '', email: '', phone }
  const payment = { method: 'card', token: 'tok_ok' }
  const booked = await request.post('/api/bookings', { data: { holdId: id, contact, payment } })
  expect(booked.status(), await booked.text()).toBe(201)
  const { viewToken } = await booked.json()

  const { page: telephone, write, answered } = await telephoneOf(browser, phone)
  await write('¿dónde es?')
  await answered(new RegExp(salon.name))

  await write('reservar')
  await answered(/¿Con quién\?/)
  await telephone
    .getByRole('button', { name: /Jimena/ })
    .first()
    .click()
  await answered(/¿Qué día\?/)
  await telephone
    .getByRole('button', { name: /libres?, desde/ })
    .first()
    .click()
  await answered(/Al elegir la apartamos para ti/)
  await telephone
    .getByRole('button', { name: /\d, \d\d:\d\d/ })
    .first()
    .click()
  await answered(/Apartada hasta las/)
  const link = await telephone.getByRole('link', { name: /\/s\// }).first().getAttribute('href')
  const held = await (await browser.newContext()).newPage()
  await held.goto(link ?? '')
  await expect(held.getByRole('heading', { name: 'Tu hora está apartada' })).toBeVisible()
  await expect(held.getByText('Jimena').first()).toBeVisible()
  await telephone.getByRole('button', { name: 'Ya no la quiero' }).first().click()
  await answered(/Listo, la soltamos/)

  await write('quiero cancelar')
  await answered(/¿Cancelo tu cita\? .+ Cancelar no te cuesta nada\./)
  await telephone.getByRole('button', { name: 'Sí, cancelar' }).first().click()
  await answered(/Tu cita quedó cancelada/)
  // Pressed again it has expired.
  await telephone.getByRole('button', { name: 'Sí, cancelar' }).first().click()
  await answered(/Esa opción ya no está disponible/)

  await client.goto(`/booking-success?id=${id}&t=${encodeURIComponent(viewToken)}`)
  await ready(client)
  await expect(client.getByText(/[Cc]ancela/).first()).toBeVisible()
})

test('from "Hola" a home visit for two is booked and paid by its link, and its professional answers a message there', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const own = await newcomer(browser, 'professional', 'Renata')
  const professionalId = await publishProfile(own, {
    ...(await inCalvillo(own)),
    specialties: ['Relajante'],
    categories: ['massage'],
  })
  const done = async (answer: APIResponse, status = 200) => {
    expect(answer.status(), await answer.text()).toBe(status)
    return answer.json()
  }
  const service = await done(
    await own.request.post('/api/professional/services', {
      data: {
        name: 'Masaje de espalda',
        category: 'massage',
        durationMinutes: 60,
        priceCents: 60_000,
        noticeMinutes: 0,
        atPlace: false,
        atHome: { radiusKm: 8, feeCents: 8_000 },
        addOns: [{ id: 0, name: 'Aromaterapia', priceCents: 5_000, minutes: 0 }],
      },
    }),
    201,
  )
  await done(await own.request.put('/api/availability/rules', { data: { weekly: daily(true) } }))
  const ownPhone = await phoneProved(own)

  // A client of before, known by her telephone alone.
  const client = await (await browser.newContext()).newPage()
  const { request } = client
  const { latitude, longitude } = await inCalvillo(client)
  const home = await done(
    await request.post('/api/homes', {
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      data: { line: 'Hidalgo 31', latitude, longitude },
    }),
    201,
  )
  const date = dateAhead(5)
  const query = new URLSearchParams({
    professional: String(professionalId),
    service: String(service.id),
    modality: 'home',
    home: home.token,
    from: date,
    to: date,
  })
  const { days } = await done(await request.get(`/api/slots?${query}`))
  const hold = await done(
    await request.post('/api/holds', { data: { slotToken: days[0].slots[20].token } }),
    201,
  )
  const phone = `+52${newPhone()}`
  await done(await request.post(`/api/holds/${hold.id}/contact-code`, { data: { phone } }))
  const firstCode = await codeAt(client, 'sms', phone)
  await done(
    await request.post(`/api/holds/${hold.id}/contact`, {
      data: { phone, code: firstCode },
    }),
  )
  await done(
    await request.post('/api/bookings', {
      data: {
        holdId: hold.id,
        contact: { firstName: 'Lucía', lastName: '', email: '', phone },
        payment: { method: 'card', token: 'tok_ok' },
      },
    }),
    201,
  )

  const telephone = await telephoneOf(browser, phone)
  await telephone.write('Hola')
  await telephone.answered(/Tu cita: Masaje de espalda con Renata/)
  await telephone.press('Reservar otra cita')
  await telephone.answered(/¿Con quién\?/)
  await telephone.press(/^Renata/)
  await telephone.answered(/¿Algo más con Masaje de espalda\?/)
  await telephone.press(/^Aromaterapia/)
  await telephone.answered(/¿A qué dirección va\?/)
  await telephone.press(/^Hidalgo 31/)
  await telephone.answered(/¿Qué día\?/)
  await telephone.press('Somos más personas')
  await telephone.answered(/¿Qué se hace la persona 2\?/)
  await telephone.press(/^Lo mismo que yo/)
  await telephone.answered(/2 × Masaje de espalda, 2 personas\./)
  // Not today: an hour could be over before it is paid.
  await telephone.press(/libres?, desde/, 1)
  await telephone.answered(/Al elegir la apartamos para ti/)
  await telephone.press(/\d, \d\d:\d\d/)
  await telephone.answered(/Apartada hasta las .+A domicilio.+Total: \$1,380\./)
  const link = await telephone.page.getByRole('link', { name: /\/s\// }).first().getAttribute('href')

  const held = await (await browser.newContext()).newPage()
  await held.goto(link ?? '')
  await ready(held)
  await expect(held.getByRole('heading', { name: 'Tu hora está apartada' })).toBeVisible()
  await held.getByRole('button', { name: /^Aceptar y pagar/ }).click()
  const digits = held.getByLabel('Código de seis dígitos')
  await expect(digits).toBeVisible()
  // It may come the other way than the first one.
  let code = ''
  await expect(async () => {
    const sent = async (way: string) =>
      (await request.get(`/dev/${way}?to=${encodeURIComponent(phone)}`)).text()
    const codes = `${await sent('sms')}${await sent('whatsapp')}`.matchAll(/código es (\d{6})/g)
    code = [...codes].map(([, digits = '']) => digits).find((digits) => digits !== firstCode) ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  await digits.fill(code)
  await held.getByRole('button', { name: /^Aceptar y pagar/ }).click()
  await held.getByLabel('Nombre de la persona 2').fill('Mía')
  await fillCard(held, cards.accepted)
  await payButton(held).click()
  await expect(held.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(held.getByText('Hidalgo 31').first()).toBeVisible()

  // Two visits now: the message says for which, and its professional answers from her own telephone.
  await telephone.write('hablar con una persona')
  await telephone.answered(/¿Cuál de tus citas\?/)
  await telephone.press(/^2 × Masaje de espalda|^Masaje de espalda.+Masaje/)
  await telephone.answered(/Escribe tu mensaje y se lo pasamos a Renata/)
  await telephone.write('¿Traes mesa?')
  await telephone.answered(/Se lo pasamos a Renata/)
  const hers = await telephoneOf(browser, ownPhone)
  await hers.write('mensajes')
  await hers.answered(/¿Cuál abrimos\?/)
  await hers.press(/1 sin leer/)
  await hers.answered(/«¿Traes mesa\?»/)
  await hers.write('Sí, y toallas.')
  await hers.answered(/Se lo pasamos a Lucía/)
  const booked = new URL(held.url()).searchParams.get('id')
  const talk = await done(await own.request.get(`/api/conversations/booking/${booked}?as=professional`))
  expect(talk.messages.map(({ text }: { text: string }) => text)).toEqual(['¿Traes mesa?', 'Sí, y toallas.'])
})

test('a person who never visited books from the WhatsApp link of a professional’s settings', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Jimena')
  await letIn(salon, stylist)
  await stylist.page.goto('/professional-dashboard?tab=profile&section=profile')
  await ready(stylist.page)
  const link = await stylist.page.getByRole('textbox', { name: 'Por WhatsApp' }).inputValue()
  const text = new URL(link).searchParams.get('text') ?? ''
  expect(link).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
  const telephone = await telephoneOf(browser, `+52${newPhone()}`)
  await telephone.write(text)
  await telephone.answered(/^Cita con Jimena .+¿Qué día\?/)
  await telephone.press(/libres?, desde/, 1)
  await telephone.answered(/Al elegir la apartamos para ti/)
  await telephone.press(/\d, \d\d:\d\d/)
  await telephone.answered(/Apartada hasta las/)
})

/** The local telephone of development at this number. */
const telephoneOf = async (browser: Browser, phone: string) => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`/dev/whatsapp?to=${encodeURIComponent(phone)}`)
  await expect(page.getByLabel('Escribir desde')).toHaveValue(phone)
  return {
    page,
    write: async (text: string) => {
      await page.getByLabel('Mensaje').fill(text)
      await page.getByRole('button', { name: 'Enviar a Kalli' }).click()
    },
    press: (name: string | RegExp, place = 0) => page.getByRole('button', { name }).nth(place).click(),
    /** Answers come when their job has run. */
    answered: (text: RegExp) =>
      expect(async () => {
        await page.reload()
        await expect(page.getByText(text).first()).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 30_000 }),
  }
}

/** A telephone of their account, confirmed by its code. */
const phoneProved = async (page: Page): Promise<string> => {
  const phone = `+52${newPhone()}`
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/verification/codes${path}`, { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await call('', { channel: 'sms', address: phone })
  await call('/enter', { channel: 'sms', code: await codeAt(page, 'sms', phone) })
  return phone
}
