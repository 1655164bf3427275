/** People with new accounts and everything they need to be booked: no other journey knows them. */
import { type APIRequestContext, type APIResponse, type Browser, expect, type Page } from '@playwright/test'
import { confirmEmail, daily, publishSpace } from './listing.ts'

export const secret = 'una-clave-larga'

let number = 0
/** Signed in, in a separate browser. */
export const newcomer = async (
  browser: Browser,
  role: 'professional' | 'host' | 'client',
  firstName = role === 'host' ? 'Pilar' : 'Inés',
): Promise<Page> => {
  const context = await browser.newContext()
  number += 1
  const answer = await context.request.post('/api/auth/register', {
    data: {
      email: `${role}.${process.pid}.${Date.now()}.${number}@correo.test`,
      password: secret,
      firstName,
      lastName: 'Campos',
      role,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return context.newPage()
}

export const emailOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/auth/user')).json()).email

/** A gift to themselves, which leaves this much credit. */
export const withCredit = async ({ request }: Page, amountCents: number) => {
  const headers = () => ({ 'Idempotency-Key': crypto.randomUUID() })
  const gift = await done<{ id: string }>(
    await request.post('/api/public/gift-cards', {
      headers: headers(),
      data: {
        requestId: crypto.randomUUID(),
        amountCents,
        from: 'Inés',
        to: 'Inés',
        message: '',
        delivery: { by: 'hand' },
        cardToken: 'tok_ok',
      },
    }),
    201,
  )
  const { code } = await done<{ code: string }>(await request.post(`/api/gift-cards/${gift.id}/code`))
  await done(await request.post('/api/public/gifts/redeem', { headers: headers(), data: { code } }))
}

/** Late in the evening where the clock is an hour or two behind the capital's, so that hours of today are left. */
export const whereTodayIsLeft = () => {
  const hour = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Mexico_City',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  if (Number(hour.format(new Date())) < 20) return somewhere()
  return { latitude: 30.6 + Math.random() * 0.6, longitude: -115.6 + Math.random() * 0.3 }
}

/** In the desert, with no one else of the demo data nearby, in the capital's zone. */
export const somewhere = () => ({
  latitude: 22.5 + Math.random() * 2,
  longitude: -101 - Math.random() * 2,
})

const done = async <Body = unknown>(answer: APIResponse, status = 200): Promise<Body> => {
  expect(answer.status(), await answer.text()).toBe(status)
  const body: Body = await answer.json()
  return body
}
type Known = { id: number; version: number }

/** A host with a published salon and a payout account; every chair is bookable by itself. */
export const salonOf = async (
  browser: Browser,
  unitNames: readonly string[],
  where = somewhere(),
  { capacity = 1, always = false, lets = false } = {},
) => {
  const page = await newcomer(browser, 'host')
  await confirmEmail(page.request, await emailOf(page))
  // Ten digits would look like a telephone, which a listing may not contain.
  const name = `Sillas de la casa ${Date.now() % 1_000_000}`
  const businessName = `Casa Campos ${number}`
  const spaceId = await publishSpace(page.request, {
    businessName,
    name,
    address: `Calle ${process.pid} ${Date.now()}`,
    ...where,
    pricePerHourCents: 12_000,
    unitNames,
    capacity,
    ...(lets ? { lets } : { always }),
  })
  const { version } = await done<Known>(await page.request.get(`/api/host/spaces/${spaceId}`))
  await done(
    await page.request.put(`/api/spaces/${spaceId}/step/9`, {
      data: { version, clabe: '012180015812345678', holder: 'Pilar Campos' },
    }),
  )
  return { page, spaceId, name, businessName, where }
}
export type Salon = Awaited<ReturnType<typeof salonOf>>

/** Publishes a professional's profile, by default without a place of her own. Returns her id. */
export const publishProfile = async (page: Page, profile: object): Promise<number> => {
  const data = {
    ...somewhere(),
    bio: 'Corto y peino desde hace ocho años.',
    experienceYears: 8,
    specialties: ['Corte', 'Peinado'],
    categories: ['hair'],
    basePriceCents: 50_000,
    municipalityId: 9015,
    neighbourhood: 'Centro',
    address: null,
    hasOwnPlace: false,
    status: 'published',
    version: 0,
    ...profile,
  }
  return (await done<Known>(await page.request.put('/api/professional/profile', { data }))).id
}

/** In the middle of Calvillo, where visits at homes and online are tested. */
export const inCalvillo = async ({ request }: Page) => {
  const [{ latitude, longitude }] = await (await request.get('/api/places/suggest?input=Calvillo')).json()
  return { latitude, longitude, address: 'Hidalgo 20', hasOwnPlace: true }
}

/** A stylist with a whole profile and one service, by default of an hour, who works every day and has no place of her own. */
export const stylistNear = async (
  browser: Browser,
  { where }: Salon,
  firstName: string,
  { always = false, durationMinutes = 60 } = {},
) => {
  const page = await newcomer(browser, 'professional', firstName)
  const id = await publishProfile(page, where)
  const service = await done<Known>(
    await page.request.post('/api/professional/services', {
      data: {
        name: 'Corte y peinado',
        category: 'hair',
        durationMinutes,
        stepMinutes: always ? 5 : 60,
        noticeMinutes: 0,
        priceCents: 60_000,
      },
    }),
    201,
  )
  await done(await page.request.put('/api/availability/rules', { data: { weekly: daily(always) } }))
  return { page, firstName, professionalId: id, serviceId: service.id }
}
export type Stylist = Awaited<ReturnType<typeof stylistNear>>

/** Applied and approved, without a screen: for journeys about what follows. */
export const letIn = async (salon: Salon, { page }: Stylist) => {
  const draft = await done<Known>(
    await page.request.post('/api/applications', {
      data: { spaceId: salon.spaceId, terms: { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } } },
    }),
    201,
  )
  const move = async (request: APIRequestContext, name: string, version: number) =>
    done<Known>(await request.post(`/api/applications/${draft.id}/${name}`, { data: { version } }))
  const { version } = await move(page.request, 'submit', draft.version)
  await move(salon.page.request, 'approve', version)
}

/** A stylist at a salon, both open around the clock: whatever the hour of the test, the next one is free. */
export const servingNow = async (browser: Browser) => {
  const salon = await salonOf(browser, ['Silla 1'], somewhere(), { always: true })
  const stylist = await stylistNear(browser, salon, 'Renata', { always: true })
  await letIn(salon, stylist)
  return { ...stylist, salon }
}

/** The hours that a stylist offers at a salon on a date. */
export const hoursOf = async (
  request: APIRequestContext,
  { professionalId, serviceId }: Stylist,
  spaceId: number,
  date: string,
): Promise<{ token: string; unitId: number; startsAt: string }[]> => {
  const query = `professional=${professionalId}&service=${serviceId}&space=${spaceId}&from=${date}&to=${date}`
  const { days } = await done<{ days: { slots: { token: string; unitId: number; startsAt: string }[] }[] }>(
    await request.get(`/api/slots?${query}`),
  )
  return days[0]?.slots ?? []
}

/** A visitor takes the n-th hour and pays it; the code comes from the mailbox of development. */
export const bookHour = async (...requested: Parameters<typeof bookAsGuest>) =>
  (await bookAsGuest(...requested)).id

/** The same, with the guest's own link. */
export const bookAsGuest = async (
  browser: Browser,
  stylist: Stylist,
  spaceId: number,
  date: string,
  nth: number,
  /** As people type it. */
  phone = '+525511112222',
  /** "requested" where the host answers. */
  status = 'confirmed',
) => {
  const context = await browser.newContext()
  const { request } = context
  const token = (await hoursOf(request, stylist, spaceId, date))[nth]?.token
  expect(token, `${nth} on ${date}`).toBeDefined()
  const hold = await done<{ id: string }>(
    await request.post('/api/holds', { data: { slotToken: token } }),
    201,
  )
  number += 1
  const email = `clienta.${process.pid}.${Date.now()}.${number}@correo.test`
  await done(await request.post(`/api/holds/${hold.id}/contact-code`, { data: { email } }))
  let code = ''
  await expect(async () => {
    const mails = await (await request.get(`/dev/mail?to=${encodeURIComponent(email)}`)).text()
    code = /(\d{6}) es tu código/.exec(mails)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  await done(await request.post(`/api/holds/${hold.id}/contact`, { data: { email, code } }))
  const contact = { firstName: 'Lucía', lastName: 'Nava', email, phone }
  const booking = await done<{ id: string; status: string; viewToken?: string }>(
    await request.post('/api/bookings', {
      data: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok' } },
    }),
    201,
  )
  expect(booking.status).toBe(status)
  await context.close()
  return {
    id: booking.id,
    email,
    link: `/booking-success?id=${booking.id}&t=${encodeURIComponent(booking.viewToken ?? '')}`,
  }
}

/** A signed-in client takes the first hour and pays it. */
export const bookSignedIn = async (
  { request }: Page,
  stylist: Stylist,
  spaceId: number,
  date: string,
): Promise<string> => {
  const [hour] = await hoursOf(request, stylist, spaceId, date)
  const hold = await done<{ id: string }>(
    await request.post('/api/holds', { data: { slotToken: hour?.token } }),
    201,
  )
  const user: { firstName: string; lastName: string; email: string } = await (
    await request.get('/api/auth/user')
  ).json()
  const contact = {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: '+525511112222',
  }
  const booking = await done<{ id: string }>(
    await request.post('/api/bookings', {
      data: { holdId: hold.id, contact, payment: { method: 'card', token: 'tok_ok' } },
    }),
    201,
  )
  return booking.id
}

/** This many days from today in the capital's zone. */
export const dateAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(
    new Date(Date.now() + days * 86_400_000),
  )
