import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#web/testing/drawn.ts'

const { default: PayNote } = await import('#web/parts/booking/checkout/pay-note.tsx')

type Note = Parameters<typeof PayNote>[0]
const noteOf = (method: Note['method'], values: { creditCents?: number; asksFirst?: boolean } = {}) =>
  PayNote({
    hold: { ...hold, asksFirst: values.asksFirst ?? true },
    method,
    creditCents: values.creditCents ?? 0,
  })

const hold: Note['hold'] = {
  asksFirst: true,
  upfront: null,
  startsAt: '2026-12-01T16:00:00.000Z',
  zone: 'America/Mexico_City',
  professional: { id: 3, firstName: 'Renata', lastName: 'Campos', profileImageUrl: null },
}

test('a client who pays for a request reads that the professional answers first, for every payment method', () => {
  for (const method of ['card', 'pack', 'spei', 'oxxo'] as const) {
    assert.match(noteOf(method), /Renata responde (?:cada|tu) solicitud/, method)
    assert.doesNotMatch(noteOf(method, { asksFirst: false }), /Renata/, method)
  }
})

test('only an uncharged method says that nothing is charged, and others say where a declined payment goes', () => {
  assert.match(noteOf('card'), /Hoy no se te cobra nada: solo si acepta\./)
  assert.match(
    noteOf('card', { creditCents: 5_000 }),
    /tu saldo queda apartado desde hoy y, si no acepta, vuelve completo/,
  )
  assert.match(noteOf('spei'), /si no acepta, el dinero vuelve a la cuenta de la que salió\./)
  assert.match(
    noteOf('spei', { creditCents: 5_000 }),
    /a la cuenta de la que salió y lo que pagaste con tu saldo, a tu saldo\./,
  )
  assert.match(noteOf('oxxo'), /si no acepta, también queda como saldo\./)
  assert.match(noteOf('pack'), /Apartamos una sesión de tu paquete; si no acepta, vuelve a él\./)
  for (const note of [noteOf('spei'), noteOf('oxxo'), noteOf('pack'), noteOf('card', { creditCents: 5_000 })])
    assert.doesNotMatch(note, /no se te cobra/)
})
