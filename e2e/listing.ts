/** Publishes a space as its host does, through the same calls as the nine steps of the wizard. */
import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { inDatabase } from './database.ts'

export type Listed = {
  businessName: string
  name: string
  address: string
  latitude: number
  longitude: number
  pricePerHourCents: number
  /** Any suitable professional rents instantly, and the host has set up payouts. */
  lets?: true
  /** Never closed; implied by instant renting. */
  always?: boolean
  /** One chair by default. */
  unitNames?: readonly string[]
  /** The automatic check leaves it to a person: its host is not confirmed yet. */
  stays?: true
  /** The capacity; one by default. */
  capacity?: number
}

const houseRules = {
  noise: 'normal',
  pets: 'no',
  smoking: 'no',
  minors: 'accompanied',
  products: 'own',
  waste: 'house',
  music: 'house',
  access: 'code',
}

/** Every day from nine to seven, or around the clock. */
export const daily = (always: boolean) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    fromMinute: always ? 0 : 540,
    toMinute: always ? 1440 : 1140,
  }))

/** Published by the automatic check; the host's email must be confirmed. Returns the space's id. */
export const publishSpace = async (request: APIRequestContext, listed: Listed): Promise<number> => {
  const made = await request.post('/api/spaces', { data: { businessName: listed.businessName } })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = await made.json()
  let { version } = await made.json()
  const save = async (step: number, data: object) => {
    const answer = await request.put(`/api/spaces/${id}/step/${step}`, { data: { version, ...data } })
    expect(answer.status(), await answer.text()).toBe(200)
    version = (await answer.json()).version
  }
  const {
    address,
    latitude,
    longitude,
    name,
    pricePerHourCents,
    lets,
    always = lets === true,
    unitNames = ['Silla 1'],
    capacity = 1,
  } = listed
  await save(2, { address, latitude, longitude })
  await save(3, { name, spaceType: 'chair', unitNames, capacity })
  const hours = await request.put(`/api/availability/rules?space=${id}`, {
    data: { weekly: daily(always) },
  })
  expect(hours.status(), await hours.text()).toBe(200)
  await save(5, { pricePerHourCents })
  await save(6, { rules: houseRules })
  await save(7, { categories: ['hair'], welcome: lets ? 'instant' : 'application' })
  await hangPhotos(id)
  const uploaded = await request.post(`/api/spaces/${id}/documents`, {
    multipart: {
      kind: 'right_to_list',
      fileName: 'contrato.jpg',
      file: { name: 'contrato.jpg', mimeType: 'image/jpeg', buffer: await anyPhoto() },
    },
  })
  expect(uploaded.status(), await uploaded.text()).toBe(201)
  version = (await (await request.get(`/api/host/spaces/${id}`)).json()).version
  if (lets) await save(9, { clabe: '002180011835971910', holder: 'Rentas de prueba' })
  const sent = await request.post(`/api/spaces/${id}/submit`, { data: { version } })
  expect(sent.status(), await sent.text()).toBe(200)
  await expect(async () => {
    const now = await (await request.get(`/api/host/spaces/${id}`)).json()
    if (listed.stays) expect(now.review.reasons).toHaveLength(1)
    else expect(now.status).toBe('published')
  }).toPass({ timeout: 30_000 })
  return id
}

/**
 * Four drawn ones, as in the demo data. Uploading is for the journeys about it (registration.spec.ts): re-encoding four photos in six sizes
 * took longer than all other calls for a space.
 */
const hangPhotos = (spaceId: number) =>
  inDatabase(async (client) => {
    // The listing carries the addresses, too: both in one transaction, which the database requires.
    await client.query('begin')
    await client.query(
      `insert into space_photos (id, space_id, position, address)
       select gen_random_uuid(), $1, row_number() over (order by id), address
       from (select id, address from space_photos where content_hash is null order by id limit 4) drawn`,
      [spaceId],
    )
    await client.query(
      `update spaces set photos = array(select address from space_photos where space_id = $1 order by position) where id = $1`,
      [spaceId],
    )
    await client.query('commit')
  })

/** All different, as small as a photo may be and of one colour: re-encoding a noisy one takes the server eight times as long. */
export const anyPhoto = () => {
  const [r, g, b] = crypto.getRandomValues(new Uint8Array(3))
  return sharp({ create: { width: 420, height: 400, channels: 3, background: { r, g, b } } })
    .jpeg({ quality: 100 })
    .toBuffer()
}

/** Confirms the email with the code that the outbox of development shows. */
export const confirmEmail = async (request: APIRequestContext, email: string) => {
  const requested = await request.post('/api/verification/codes', { data: { channel: 'email' } })
  expect(requested.status(), await requested.text()).toBe(200)
  let code = ''
  await expect(async () => {
    const text = await (await request.get(`/dev/mail?to=${encodeURIComponent(email)}`)).text()
    code = /(\d{6}) es tu código/.exec(text)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  const entered = await request.post('/api/verification/codes/enter', { data: { channel: 'email', code } })
  expect(entered.status(), await entered.text()).toBe(200)
}

let telephones = 0

/** Confirms the account's own telephone with the code that the telephone of development shows. */
export const confirmPhone = async (request: APIRequestContext) => {
  telephones += 1
  const address = `+5255${String(20_000_000 + ((process.pid * 1009 + Date.now() + telephones) % 59_999_999))}`
  const requested = await request.post('/api/verification/codes', { data: { channel: 'sms', address } })
  expect(requested.status(), await requested.text()).toBe(200)
  let code = ''
  await expect(async () => {
    const text = await (await request.get(`/dev/sms?to=${encodeURIComponent(address)}`)).text()
    code = /código es (\d{6})/.exec(text)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  const entered = await request.post('/api/verification/codes/enter', { data: { channel: 'sms', code } })
  expect(entered.status(), await entered.text()).toBe(200)
}
