/** Importing a file of contacts into a book: its preview, its effect, twice, at once, undone; and how long 2,000 take. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/client/client-import.ts'
import * as book from '#contract/booking/client/own-client.ts'
import { booked, contactOf, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const stylist = () => people.bookable(kalli, { noticeMinutes: 0 })
const fileOf = (lines: readonly string[]) => new Blob([lines.join('\r\n')], { type: 'text/csv' })
const look = (at: Bookable, file: Blob) =>
  at.professional.person.call(contract.lookIntoClients, { body: {}, file })
const take = (at: Bookable, file: Blob, doubtful: 'skip' | 'add' = 'skip') =>
  at.professional.person.call(contract.importClients, { body: { doubtful }, file })
const undo = (at: Bookable, id: string) =>
  at.professional.person.call(contract.undoImport, { params: { id } })
const list = async (at: Bookable) =>
  (await at.professional.person.call(book.ownClients, { query: { sort: 'name', limit: 100 } })).body

const head = 'Nombre,Apellidos,Teléfono,Correo,Cumpleaños,Notas'

test('a preview lists new, equal and doubtful contacts and saves nothing, and the import does exactly that, once', async () => {
  const at = await stylist()
  const contact = contactOf({ firstName: 'Inés', lastName: 'Paz', phone: '+525510101010' })
  await booked(kalli, at, { contact })
  await at.professional.person.call(book.addClient, {
    body: { firstName: 'Ana', lastName: 'Ruiz', phone: '5520202020' },
  })
  const before = await list(at)
  const file = fileOf([
    head,
    'Inés,Paz,55 1010 1010,ines@correo.mx,08/03/1990,Café',
    'ana,ruiz,55 3030 3030,,,',
    'Berta,Sol,55 4040 4040,,,Alergia al níquel',
    'Berta,Sol,+52 55 4040 4040,berta@correo.mx,,',
    'Carla,,,,,',
    ',,,,,Sin nombre',
    'Dora,,123,,,',
  ])
  const seen = await look(at, file)
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  assert.deepEqual(
    [
      seen.body.added,
      seen.body.same,
      seen.body.doubtful.map(({ line }) => line),
      seen.body.problems.map(({ line }) => line),
    ],
    [3, 2, [3], [7, 8]],
  )
  assert.deepEqual(await list(at), before)

  const both = await Promise.all([take(at, file), take(at, file)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  assert.equal(both[0]?.body.id, both[1]?.body.id, 'two calls at once are one import')
  const after = await list(at)
  assert.deepEqual(
    after.map(({ firstName, phone, email }) => [firstName, phone, email]),
    [
      ['Ana', '+525520202020', null],
      ['Berta', '+525540404040', 'berta@correo.mx'],
      ['Carla', null, null],
      ['Dora', null, null],
      ['Inés', '+525510101010', 'ines@correo.mx'],
    ],
  )
  const berta = after.find(({ firstName }) => firstName === 'Berta')
  const page = await at.professional.person.call(book.ownClient, { params: { id: berta?.id ?? 0 } })
  assert.equal(page.body.note.text, 'Alergia al níquel')

  // Another file with the same people and one more.
  const later = await take(at, fileOf([head, 'Berta,Sol,5540404040,,,', 'Carla,,,,,', 'Elsa,,,,,']))
  assert.deepEqual([later.body.added, later.body.filled], [1, 0])

  const undone = await undo(at, both[0]?.body.id ?? '')
  assert.deepEqual([undone.status, undone.body], [200, { removed: 3, emptied: 1, stayed: 0 }])
  await undo(at, later.body.id)
  assert.deepEqual(await list(at), before)
  assert.equal(refusalOf(await undo(at, later.body.id)).code, 'client_import_over')
})

test('undoing an import keeps clients who were used since, and is possible for a week', async () => {
  const at = await stylist()
  const taken = await take(at, fileOf([head, 'Berta,,,,,', 'Carla,,,,,', 'Dora,,,,,']))
  const [berta] = await list(at)
  assert.ok(berta)
  kalli.time.advance(1)
  const noted = await at.professional.person.call(book.noteClient, {
    params: { id: berta.id },
    body: { text: 'Llega tarde.', version: 0 },
  })
  assert.equal(noted.status, 200)
  const stranger = await stylist()
  assert.equal((await undo(stranger, taken.body.id)).status, 404)
  assert.deepEqual((await undo(at, taken.body.id)).body, { removed: 2, emptied: 0, stayed: 1 })
  assert.deepEqual(
    (await list(at)).map(({ firstName }) => firstName),
    ['Berta'],
  )
  const old = await take(at, fileOf([head, 'Elsa,,,,,']))
  kalli.time.advance(7 * 24 * 60 + 1)
  assert.equal(refusalOf(await undo(at, old.body.id)).code, 'client_import_over')
  assert.equal((await at.professional.person.call(book.clientBook)).body.imports.length, 0)
})

test('doubtful contacts are added when the professional says so, two with one telephone as one client', async () => {
  const at = await stylist()
  await at.professional.person.call(book.addClient, { body: { firstName: 'Ana', phone: '5520202020' } })
  const file = fileOf([head, 'Ana,,5530303030,,,', 'Ana,,5530303030,ana@correo.mx,,'])
  const taken = await take(at, file, 'add')
  assert.deepEqual([taken.status, taken.body.added], [201, 1])
  assert.equal((await list(at)).length, 2)
})

test('only the professional can export their clients as a CSV, and importing it restores the same list', async () => {
  const at = await stylist()
  const contact = contactOf({ firstName: 'Inés', phone: '+525510101010' })
  await booked(kalli, at, { contact })
  await at.professional.person.call(book.addClient, {
    body: {
      firstName: '=1+1',
      phone: '5520202020',
      birthday: { month: 3, day: 8, year: null },
      foundBy: 'Instagram',
      tags: ['VIP', 'Color'],
    },
  })
  const address = '/api/professional/tables/clients'
  const answer = await at.professional.person.fetch('GET', address)
  assert.equal(answer.status, 200)
  const text = await answer.text()
  assert.match(text, /^\ufeff?Nombre,Apellidos,/)
  assert.ok(text.includes("'=1+1"), 'no formula')
  assert.equal((await kalli.visitor().fetch('GET', address)).status, 401)
  assert.equal((await at.host.person.fetch('GET', address)).status, 403)
  const other = await stylist()
  assert.ok(!(await (await other.professional.person.fetch('GET', address)).text()).includes('Inés'))

  const same = await look(at, new Blob([text]))
  assert.deepEqual([same.body.added, same.body.same, same.body.doubtful, same.body.problems], [0, 2, [], []])
  const moved = await take(other, new Blob([text]))
  assert.equal(moved.body.added, 2)
  const [one] = await list(other)
  assert.deepEqual(
    [one?.firstName, one?.birthday, one?.tags],
    ['=1+1', { month: 3, day: 8, year: null }, ['VIP', 'Color']],
  )
})

test('a file without contacts is refused in Spanish', async () => {
  const at = await stylist()
  for (const text of ['hola', 'a,b\n1,2', '']) {
    const refused = await look(at, new Blob([text]))
    assert.equal(refused.status, 400, text)
  }
  assert.equal(refusalOf(await look(at, new Blob(['hola']))).code, 'clients_unreadable')
})

test('2,000 clients are previewed and imported within five seconds', async (t) => {
  const at = await stylist()
  const lines = Array.from(
    { length: 2000 },
    (_, place) =>
      `Cliente ${place},Apellido ${place % 97},55${String(40_000_000 + place * 7)},c${place}@correo.mx,${(place % 28) + 1}/${(place % 12) + 1}/1990,Nota ${place}`,
  )
  const file = fileOf([head, ...lines])
  const begin = performance.now()
  const seen = await look(at, file)
  const looked = performance.now()
  const taken = await take(at, file)
  const end = performance.now()
  assert.deepEqual(
    [seen.body.added, taken.body.added],
    [2000, 2000],
    JSON.stringify(seen.body.problems.slice(0, 3)),
  )
  const found = await at.professional.person.call(book.ownClients, { query: { q: 'cliente 1999' } })
  const read = performance.now()
  assert.equal(found.body.length, 1)
  const undone = await undo(at, taken.body.id)
  assert.equal(undone.body.removed, 2000)
  t.diagnostic(
    `look ${Math.round(looked - begin)} ms, import ${Math.round(end - looked)} ms, search ${Math.round(read - end)} ms, undo ${Math.round(performance.now() - read)} ms`,
  )
  assert.ok(end - begin < 5000, `${Math.round(end - begin)} ms`)
})
