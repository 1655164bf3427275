import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { slots } from '#contract/availability/availability.ts'
import * as steps from '#contract/space/listing-steps.ts'
import { community } from '#contract/notification/notification.ts'
import { paidInto, payoutAccount } from '#contract/payment/payout-account.ts'
import * as review from '#contract/review/review.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import * as documentContract from '#contract/space/space-document.ts'
import * as photos from '#contract/space/space-photo.ts'
import { space, spaces } from '#contract/space/space.ts'
import { drain, publish, runJobsOnce } from '#server/platform/jobs.ts'
import { clausesOf } from '#server/space/business-contract.ts'
import { forgetUnlisted } from '#server/space/equipment-photo.ts'
import { sweep } from '#server/space/space-photo.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { goodClabe, publishedSpace, wholeDraft } from '#server/testing/listings.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-listings-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const newHost = async (level: 0 | 2 = 2) => {
  const accountId = await people.account(kalli, { roles: ['host'] })
  if (level > 0) await people.reachLevel(kalli, accountId, level)
  return people.signIn(kalli, accountId)
}
const administrator = async () => {
  const accountId = await people.account(kalli, { roles: ['admin'] })
  await kalli.database.kysely
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      secret: Buffer.from('sealed'),
      created_at: kalli.clock(),
      confirmed_at: kalli.clock(),
    })
    .execute()
  return people.signIn(kalli, accountId)
}
const at = (id: number, version: number) => ({ params: { id }, body: { version } })
const now = async (person: Person, id: number) => (await person.call(space, { params: { id } })).body
const picture = (colour: string, width = 640) =>
  sharp({ create: { width, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
const blobOf = (bytes: Uint8Array) => new Blob([Buffer.from(bytes)])

test('a half-filled step is saved and continued on another device, and a stranger cannot find the draft', async () => {
  const phone = await newHost()
  const made = (await phone.call(steps.draftSpace, { body: { businessName: 'Casa a medias' } })).body
  const saved = await phone.call(steps.saveStep3, {
    params: { id: made.id },
    body: { version: made.version, name: 'Sillas', unitNames: ['Silla 1', 'Silla 2', 'Silla 3', 'Silla 4'] },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const desk = await now(phone, made.id)
  assert.deepEqual([desk.name, desk.steps, desk.units.length], ['Sillas', [3], 4])
  const stale = await phone.call(steps.saveStep5, {
    params: { id: made.id },
    body: { version: made.version, pricePerHourCents: 9_000 },
  })
  assert.equal(refusalOf(stale).code, 'stale_version')
  const sent = await phone.call(steps.submitSpace, at(made.id, desk.version))
  assert.equal(refusalOf(sent).code, 'listing_incomplete')

  const stranger = (await people.host(kalli)).person
  assert.equal((await stranger.call(space, { params: { id: made.id } })).status, 404)
  assert.equal(
    (await stranger.call(steps.saveStep3, { params: { id: made.id }, body: { version: desk.version } }))
      .status,
    404,
  )
  assert.equal((await kalli.visitor().call(publicSpace, { params: { id: String(made.id) } })).status, 404)
})

test('municipality and time zone follow from the pin, and the directions are saved with it', async () => {
  const person = await newHost()
  const made = (await person.call(steps.draftSpace, { body: { businessName: 'Casa del mar' } })).body
  const { body } = await person.call(steps.saveStep2, {
    params: { id: made.id },
    body: {
      version: made.version,
      latitude: 21.1619,
      longitude: -86.8515,
      address: 'Av. Tulum 1',
      directions: 'Junto a la palapa.',
    },
  })
  assert.deepEqual(
    [body.state, body.zone, body.directions],
    ['Quintana Roo', 'America/Cancun', 'Junto a la palapa.'],
  )
})

test('a price far from those nearby is refused, in the wizard too, and a saved one may stay', async () => {
  const person = await newHost()
  const neighbours = await people.host(kalli)
  for (let place = 0; place < 5; place += 1)
    await people.space(kalli, neighbours, { pricePerHourCents: 10_000 })
  const made = await wholeDraft(kalli, person, { pricePerHourCents: 12_000 })
  const params = { id: made.id }
  const price = (version: number, pricePerHourCents: number) =>
    person.call(steps.saveStep5, { params, body: { version, pricePerHourCents } })
  const { rails } = (await person.call(steps.neighbourPrices, { params })).body
  assert.ok(rails !== null && rails.lowCents < 12_000 && 12_000 < rails.highCents, JSON.stringify(rails))
  for (const cents of [rails.lowCents - 1, rails.highCents + 1]) {
    const far = refusalOf(await price(made.version, cents))
    assert.equal(far.code, 'price_outside_zone')
    assert.match(JSON.stringify(far.details), /Precio por hora.*Aquí se admite de/)
  }
  const edge = await price(made.version, rails.highCents)
  assert.equal(edge.status, 200, JSON.stringify(edge.body))
  await sql`update spaces set price_per_hour_cents = 900000 where id = ${made.id}`.execute(
    kalli.database.kysely,
  )
  const isActive = await price((await now(person, made.id)).version, 900_000)
  assert.equal(isActive.status, 200, JSON.stringify(isActive.body))
})

test('a complete listing without doubts is published automatically, and its host is notified', async () => {
  const person = await newHost()
  const made = await publishedSpace(kalli, person, { name: 'Sillas de la esquina' })
  assert.equal(made.status, 'published', JSON.stringify(made.missing))
  const { body: bell } = await person.call(community)
  assert.ok(bell.some(({ title }) => title === 'Sillas de la esquina ya está publicado'))
  // A published one must keep what its review required.
  const lost = await person.call(steps.saveStep2, {
    params: { id: made.id },
    body: { version: made.version, address: '' },
  })
  assert.equal(refusalOf(lost).code, 'listing_incomplete')
})

test('a listing that waits only for its host’s verification is published once they confirm an address', async () => {
  const accountId = await people.account(kalli, { roles: ['host'] })
  const person = await people.signIn(kalli, accountId)
  const draft = await wholeDraft(kalli, person, {})
  assert.deepEqual(draft.review.reasons, [])
  assert.equal((await person.call(steps.submitSpace, at(draft.id, draft.version))).status, 200)
  await drain(kalli)
  const waiting = await now(person, draft.id)
  assert.deepEqual(
    [waiting.status, waiting.review.reasons],
    ['in_review', [{ text: 'Falta confirmar tu teléfono o tu correo.', step: 1 }]],
  )
  // A change of level that confirms nothing leaves it where it is.
  await publish(kalli.work(), 'account.level_changed', { accountId })
  await drain(kalli)
  assert.equal((await now(person, draft.id)).status, 'in_review')
  await people.reachLevel(kalli, accountId, 2)
  await publish(kalli.work(), 'account.level_changed', { accountId })
  await drain(kalli)
  const { status, review: after } = await now(person, draft.id)
  assert.deepEqual([status, after.reasons], ['published', []])
})

test('a doubtful listing is reviewed by an administrator, who gives a reason, and is published when approved', async () => {
  const person = await newHost()
  const draft = await wholeDraft(kalli, person, { description: 'Turno fijo y uniforme obligatorio.' })
  const sent = await person.call(steps.submitSpace, at(draft.id, draft.version))
  assert.equal(sent.body.status, 'in_review')
  const again = await person.call(steps.submitSpace, at(draft.id, draft.version))
  assert.equal(again.status, 200, 'asked twice it is as good as once')
  const locked = await person.call(steps.saveStep3, {
    params: { id: draft.id },
    body: { version: sent.body.version, name: 'Otro' },
  })
  assert.equal(refusalOf(locked).code, 'listing_not_movable')
  await drain(kalli)
  const waiting = await now(person, draft.id)
  assert.equal(waiting.status, 'in_review')
  // The host reads the reason, and where to correct it.
  assert.deepEqual(waiting.review.reasons, [
    { text: 'Un texto parece dirigir el trabajo de quien renta.', step: 3 },
  ])

  assert.equal((await person.call(review.reviewQueue, { query: {} })).status, 403)
  const admin = await administrator()
  const { body: queue } = await admin.call(review.reviewQueue, { query: {} })
  const listing = queue.listings.find(({ id }) => id === draft.id)
  assert.deepEqual(listing?.doubts, ['wording'])
  // The reviewer compares the place, the hours and the business with what was declared.
  const known = await now(person, draft.id)
  assert.deepEqual(
    [listing.latitude, listing.longitude, listing.weekly, listing.categories, listing.rules, listing.rfc],
    [known.latitude, known.longitude, known.weekly, known.categories, known.rules, known.business.rfc],
  )
  assert.ok(listing.weekly.length > 0)
  const reason = 'Quita la parte del uniforme.'
  const rejected = await admin.call(review.rejectListing, {
    params: { id: draft.id },
    body: { version: sent.body.version, reason },
  })
  assert.equal(rejected.status, 200, JSON.stringify(rejected.body))
  await drain(kalli)
  const back = await now(person, draft.id)
  assert.deepEqual([back.status, back.review.note], ['draft', reason])
  assert.ok((await person.call(community)).body.some(({ message }) => message.includes(reason)))

  const second = await person.call(steps.submitSpace, at(draft.id, back.version))
  // With unreviewed documents it is published only when that is confirmed; they remain pending.
  const documentId = randomUUID()
  await kalli.database.pool.query(
    `insert into space_documents (id, space_id, kind, status, file_name, content_type, bytes, created_at)
     values ($1, $2, 'insurance', 'in_review', 'poliza.pdf', 'application/pdf', 10, '2027-01-01')`,
    [documentId, draft.id],
  )
  const unseen = await admin.call(review.approveListing, at(draft.id, second.body.version))
  assert.deepEqual(
    [refusalOf(unseen).code, refusalOf(unseen).details],
    ['papers_unseen', { kinds: ['right_to_list', 'insurance'] }],
  )
  assert.equal((await now(person, draft.id)).status, 'in_review')
  // Two administrators at once: one decision is valid.
  const both = await Promise.all(
    [1, 2].map(async () =>
      admin.call(review.approveListing, {
        params: { id: draft.id },
        body: { version: second.body.version, withoutDocuments: true },
      }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await now(person, draft.id)).status, 'published')
  const { rows } = await kalli.database.pool.query('select status from space_documents where id = $1', [
    documentId,
  ])
  assert.equal(rows[0]?.status, 'in_review')
})

test('a listing is paused, resumed and archived by the table of moves, and not archived with upcoming bookings', async () => {
  const made = await people.bookable(kalli)
  const { person } = made.host
  const version = (await now(person, made.space.id)).version
  const early = await person.call(steps.archiveSpace, at(made.space.id, version))
  assert.equal(refusalOf(early).code, 'listing_not_movable')
  const paused = await person.call(steps.pauseSpace, at(made.space.id, version))
  assert.equal(paused.body.status, 'paused')
  await sql`update spaces set status = 'draft' where id = ${made.space.id}`
    .execute(kalli.database.kysely)
    .then(
      () => assert.fail('the database let a paused listing become a draft'),
      (error: unknown) => assert.match(String(error), /does not go/),
    )
  const archived = await person.call(steps.archiveSpace, at(made.space.id, paused.body.version))
  assert.equal(archived.body.status, 'archived', JSON.stringify(archived.body))
})

test('a space without a CLABE is published but not bookable, and with one it is', async () => {
  const { professional, host, space: where, serviceId } = await people.bookable(kalli)
  await sql`update hosts set clabe = null, clabe_end = null, clabe_holder = null, clabe_at = null where id = ${host.id}`.execute(
    kalli.database.kysely,
  )
  const query = { professional: professional.id, service: serviceId, from: '2026-11-23', to: '2026-11-24' }
  const times = async () =>
    (await kalli.visitor().call(slots, { query })).body.days.flatMap((day) => day.slots).length
  assert.equal(await times(), 0)
  const before = await now(host.person, where.id)
  assert.match(before.unbookable ?? '', /CLABE/)
  const give = (clabe: string, version: number) =>
    host.person.call(steps.saveStep9, {
      params: { id: where.id },
      body: { version, clabe, holder: 'Marta Salas' },
    })
  assert.equal(refusalOf(await give('012180015812345679', before.version)).code, 'clabe_invalid')
  const given = await give(goodClabe, before.version)
  assert.deepEqual([given.status, given.body.payout?.end, given.body.unbookable], [200, '5678', null])
  assert.ok((await times()) > 0)
  // The settings show the same, and that it is changed here.
  const { body: account } = await host.person.call(payoutAccount, { params: { party: 'host' } })
  assert.deepEqual([account.bank?.end, account.bank?.spaceId, paidInto(account)], ['5678', where.id, 'bank'])
  // Replacing the account needs a proof of identity.
  assert.equal(refusalOf(await give('646180157000000004', given.body.version)).code, 'confirm_identity')
})

test('photos are re-encoded, ordered and captioned, a repeated file counts once, and an eleventh is refused', async () => {
  const person = await newHost()
  const { id } = (await person.call(steps.draftSpace, { body: { businessName: 'Casa de fotos' } })).body
  const send = async (bytes: Uint8Array) =>
    person.call(photos.uploadSpacePhoto, { params: { id }, body: {}, file: blobOf(bytes) })
  const red = await picture('#a63f24')
  await send(red)
  await Promise.all([send(red), send(await picture('#2d5a4a'))])
  const third = await send(await picture('#55429c'))
  assert.equal(third.body.length, 3, JSON.stringify(third.body))
  const shown = await kalli.visitor().fetch('GET', third.body[0]?.address ?? '')
  assert.equal(shown.headers.get('content-type'), 'image/webp')
  const turned = third.body.toReversed().map((one) => ({ id: one.id, caption: 'La entrada' }))
  const arranged = await person.call(photos.arrangeSpacePhotos, { params: { id }, body: { photos: turned } })
  assert.deepEqual(
    arranged.body.map((one) => [one.id, one.caption]),
    turned.map((one) => [one.id, 'La entrada']),
  )
  const row = await kalli.database.kysely
    .selectFrom('spaces')
    .select('photos')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    row.photos,
    arranged.body.map(({ address }) => address),
  )
  const tiny = await send(await picture('#000000', 100))
  assert.equal(refusalOf(tiny).code, 'picture_too_small')
  assert.equal(refusalOf(await send(Buffer.from('<svg onload=alert(1)>'))).code, 'not_a_picture')
  const seven = sql`insert into space_photos (id, space_id, position, address)
    select gen_random_uuid(), ${id}, n, '/pictures/x' from generate_series(4, 10) n`
  await assert.rejects(seven.execute(kalli.database.kysely), /space_photos_match_listing|shows other photos/)
  await sql`with seven as (${seven})
    update spaces set photos = photos || array_fill('/pictures/x'::text, array[7]) where id = ${id}`.execute(
    kalli.database.kysely,
  )
  assert.equal(refusalOf(await send(await picture('#ffffff'))).code, 'too_many_photos')
  const stranger = await newHost()
  const theirs = await stranger.call(photos.uploadSpacePhoto, { params: { id }, body: {}, file: blobOf(red) })
  assert.equal(theirs.status, 404)
})

test('an equipment item has one photo, shown only while the item is listed, and deleted with it', async () => {
  const person = await newHost()
  const { id } = await publishedSpace(kalli, person)
  const params = { id, item: 'mirror' as const }
  const send = async (bytes: Uint8Array, who = person) =>
    who.call(photos.uploadEquipmentPhoto, { params, file: blobOf(bytes) })
  const red = await picture('#a63f24')
  assert.equal((await send(red, await newHost())).status, 404)
  const [first, again] = await Promise.all([send(red), send(red)])
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.equal(again.status, 201)
  const changed = (await send(await picture('#2d5a4a'))).body
  assert.deepEqual(
    changed.map(({ item }) => item),
    ['mirror'],
  )
  assert.notEqual(changed[0]?.id, first.body[0]?.id)
  assert.equal(refusalOf(await send(Buffer.from('<svg onload=alert(1)>'))).code, 'not_a_picture')
  const shown = await kalli.visitor().fetch('GET', changed[0]?.address ?? '')
  assert.equal(shown.headers.get('content-type'), 'image/webp')

  const page = async () => {
    const answer = await kalli.visitor().call(publicSpace, { params: { id: String(id) } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.facts.equipmentPhotos.map(({ item }) => item)
  }
  const list = async (equipment: { item: 'mirror' | 'sink'; shared: boolean }[]) => {
    const { version } = await now(person, id)
    const saved = await person.call(steps.saveStep3, { params: { id }, body: { version, equipment } })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    return saved.body.equipmentPhotos.length
  }
  assert.equal(await list([{ item: 'mirror', shared: false }]), 1)
  assert.deepEqual(await page(), ['mirror'])
  // Unlisted by mistake, its photo is hidden and restored; later it is deleted with its files.
  assert.equal(await list([{ item: 'sink', shared: false }]), 1)
  assert.deepEqual(await page(), [])
  await forgetUnlisted(kalli.work())
  assert.equal(await list([{ item: 'mirror', shared: false }]), 1)
  // The hour counts from unlisting, however old the photo is.
  const hours = (count: number) => kalli.time.set(new Date(testNow.getTime() + count * 3_600_000))
  hours(3)
  await list([])
  await forgetUnlisted(kalli.work())
  assert.equal(await list([{ item: 'mirror', shared: false }]), 1)
  hours(5)
  await list([])
  hours(6)
  await forgetUnlisted(kalli.work())
  hours(8)
  await sweep(kalli.work())
  assert.equal(await list([{ item: 'mirror', shared: false }]), 0)
  assert.equal((await kalli.visitor().fetch('GET', changed[0]?.address ?? '')).status, 404)
  kalli.time.set(testNow)

  await send(red)
  const gone = await person.call(photos.removeEquipmentPhoto, { params })
  assert.deepEqual([gone.status, gone.body], [200, []])
})

test('a published space needs a category’s document before adding it, and the refusal says which and where', async () => {
  const person = await newHost()
  const { id, version } = await publishedSpace(kalli, person)
  const params = { id }
  const categories = ['hair', 'massage'] as const
  const early = await person.call(steps.saveStep7, { params, body: { version, categories: [...categories] } })
  assert.equal(refusalOf(early).code, 'listing_incomplete')
  assert.match(refusalOf(early).message, /Paso 8: Sube: Aviso de funcionamiento/)
  const file = blobOf(Buffer.from('%PDF-1.4 aviso'))
  const body = { kind: 'operating_notice' as const, fileName: 'aviso.pdf' }
  assert.equal((await person.call(documentContract.uploadDocument, { params, body, file })).status, 201)
  const { version: fresh } = await now(person, id)
  const then = await person.call(steps.saveStep7, {
    params,
    body: { version: fresh, categories: [...categories] },
  })
  assert.deepEqual([then.status, then.body.status], [200, 'published'], JSON.stringify(then.body))
})

test('a host who adds health treatments after publishing is reviewed once', async () => {
  const person = await newHost()
  const { id } = await publishedSpace(kalli, person)
  const params = { id }
  const file = blobOf(Buffer.from('%PDF-1.4 aviso'))
  const body = { kind: 'operating_notice' as const, fileName: 'aviso.pdf' }
  assert.equal((await person.call(documentContract.uploadDocument, { params, body, file })).status, 201)
  const admin = await administrator()
  const lets = async (categories: ('hair' | 'health')[]) => {
    const { version } = await now(person, id)
    const saved = await person.call(steps.saveStep7, { params, body: { version, categories } })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    await runJobsOnce(kalli)
    const { listings } = (await admin.call(review.reviewQueue, { query: {} })).body
    return listings.find((listing) => listing.id === id)?.doubts
  }
  assert.deepEqual(await lets(['hair', 'health']), ['sanitary'])
  const { version } = await now(person, id)
  assert.equal((await admin.call(review.clearListing, { params, body: { version } })).status, 200)
  assert.deepEqual(await lets(['health']), [])
})

test('only the owner and administrators read a document, and rejecting it pauses the listing', async () => {
  const person = await newHost()
  const made = await publishedSpace(kalli, person)
  const file = blobOf(Buffer.from('%PDF-1.4 contrato'))
  const body = { kind: 'right_to_list' as const, fileName: 'Contrato señal.pdf' }
  const sent = await person.call(documentContract.uploadDocument, { params: { id: made.id }, body, file })
  assert.deepEqual([sent.status, sent.body.status], [201, 'in_review'], JSON.stringify(sent.body))
  const path = `/api/spaces/${made.id}/documents/${sent.body.id}/file`
  const admin = await administrator()
  const other = await newHost()
  const half = await people.signIn(kalli, await people.account(kalli, { roles: ['admin'] }))
  const reads = async (who: Person) => (await who.fetch('GET', path)).status
  assert.deepEqual(
    await Promise.all([reads(kalli.visitor()), reads(other), reads(half), reads(person), reads(admin)]),
    [401, 404, 403, 200, 200],
  )
  const odd = await person.call(documentContract.uploadDocument, {
    params: { id: made.id },
    body,
    file: blobOf(Buffer.from('MZ program')),
  })
  assert.equal(refusalOf(odd).code, 'not_a_paper')
  const params = { id: sent.body.id }
  const refused = await admin.call(review.rejectDocument, { params, body: { reason: 'No se lee.' } })
  assert.equal(refused.status, 200, JSON.stringify(refused.body))
  const late = await admin.call(review.acceptDocument, { params })
  assert.equal(refusalOf(late).code, 'document_not_movable')
  const paused = await now(person, made.id)
  assert.equal(paused.status, 'paused')
  const back = await person.call(steps.resumeSpace, at(made.id, paused.version))
  assert.equal(refusalOf(back).code, 'listing_incomplete')
})

const warnings = async (spaceId: number) => {
  const { rows } =
    await sql`select from notifications where dedupe_key like ${`document:${spaceId}:%:expiring:%`}`.execute(
      kalli.database.kysely,
    )
  return rows.length
}

test('an expiring document is notified, and once expired the listing is paused', async () => {
  const person = await newHost()
  const made = await publishedSpace(kalli, person)
  await sql`update space_documents set status = 'valid', valid_until = '2026-12-10' where space_id = ${made.id}`.execute(
    kalli.database.kysely,
  )
  await runJobsOnce(kalli)
  assert.equal((await now(person, made.id)).documents[0]?.status, 'expiring')
  assert.equal(await warnings(made.id), 1)
  // Again in its last week, and only once.
  for (const day of ['03', '04']) {
    kalli.time.set(`2026-12-${day}T16:00:00Z`)
    await runJobsOnce(kalli)
    assert.equal(await warnings(made.id), 2, day)
  }
  kalli.time.set('2026-12-12T16:00:00Z')
  await runJobsOnce(kalli)
  const over = await now(person, made.id)
  assert.deepEqual([over.documents[0]?.status, over.status], ['expired', 'paused'])
  kalli.time.set('2026-11-20T16:00:00Z')
})

test('the telephone of a business is stored in one format however it is typed, and an impossible one is refused', async () => {
  const person = await newHost()
  const draft = await wholeDraft(kalli, person)
  const say = async (contactPhone: string) =>
    person.call(steps.saveStep1, {
      params: { id: draft.id },
      body: { version: (await now(person, draft.id)).version, contactPhone },
    })
  for (const typed of ['044 55 1111 2222', '\u202a+52 1 55 1111 2222\u202c', '55·1111·2222'])
    assert.equal((await say(typed)).body.business.contactPhone, '+525511112222', typed)
  assert.equal(refusalOf(await say('55 1111')).code, 'invalid_phone')
  assert.equal((await say('')).body.business.contactPhone, '')
})

test('an RFC must match a person or a company, and each rule must be answered before a draft is sent', async () => {
  const person = await newHost()
  const draft = await wholeDraft(kalli, person)
  const params = { id: draft.id }
  const say = async (body: object) =>
    person.call(steps.saveStep1, {
      params,
      body: { version: (await now(person, draft.id)).version, ...body },
    })
  const company = { legalKind: 'company' as const, rfc: 'CAM180512AB1', taxRegime: '601' as const }
  assert.equal((await say(company)).status, 200)
  assert.equal(refusalOf(await say({ legalKind: 'person', rfc: 'CAM180512AB1' })).code, 'invalid_input')
  assert.equal(refusalOf(await say({ rfc: 'CAM181312AB1' })).code, 'invalid_input', 'no such month')
  assert.equal(refusalOf(await say({ taxRegime: '606' })).code, 'invalid_input', 'people alone let as people')
  const as = { legalKind: 'person' as const, rfc: 'CAPI800512AB1', taxRegime: '606' as const }
  assert.deepEqual((await say(as)).body.business.taxRegime, '606')

  const { rules, version } = await now(person, draft.id)
  const { pets: _, waste: __, ...some } = rules
  const half = await person.call(steps.saveStep6, { params, body: { version, rules: some } })
  assert.deepEqual(half.body.missing, [{ step: 6, text: 'Reglas sin responder: mascotas, residuos.' }])
  const sent = await person.call(steps.submitSpace, at(draft.id, half.body.version))
  assert.equal(refusalOf(sent).code, 'listing_incomplete')
})

test('the space contract states what its host entered, and nothing that was left out', async () => {
  const person = await newHost()
  const { id, version } = await wholeDraft(kalli, person)
  const params = { id }
  const timed = { cleaningMinutes: 0, blockMinutes: 120, noticeMinutes: 1440 }
  const { body } = await person.call(steps.saveStep4, { params, body: { version, ...timed } })
  const price = { minimumMinutes: 0, rentPolicy: 'firm' as const }
  await person.call(steps.saveStep5, { params, body: { version: body.version, ...price } })
  const text = clausesOf(await now(person, id))
    .flatMap(({ lines }) => lines)
    .join('\n')
  for (const said of [
    '$120 por hora, impuestos incluidos.',
    'Se renta desde 2 h de una vez, con al menos 24 h de aviso.',
    'sin costo hasta 3 días antes; 50 % de la renta hasta 24 h antes; después, 100 % de la renta.',
    'Sin tiempo de limpieza entre usos.',
    'Mascotas: sin mascotas.',
  ])
    assert.ok(text.includes(said), `${said}\n${text}`)
  assert.ok(!/nivel|al menos 0|0 minutos/.test(text), text)
})

test('only its host can read the space contract as a PDF', async () => {
  const person = await newHost()
  const { id } = await wholeDraft(kalli, person)
  const answer = await person.fetch('GET', `/api/spaces/${id}/house-contract.pdf`)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.equal(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  const other = await newHost()
  assert.equal((await other.fetch('GET', `/api/spaces/${id}/house-contract.pdf`)).status, 404)
  assert.equal((await person.call(spaces)).body.length, 1)
})
