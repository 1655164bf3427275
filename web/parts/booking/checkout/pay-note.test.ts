import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payButtonText } from '#web/parts/booking/checkout/pay-button.ts'
import { learnTime, serverNow } from '#web/server-clock.ts'
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

const paying: Parameters<typeof payButtonText>[0] = {
  book: 'Reservar',
  total: '$650',
  upfront: null,
  shownCents: 65_000,
  extras: {},
}

test('the text below the button and the button itself read the time of the server, however wrong the device is', () => {
  const said = (startsAt: string) => {
    const at = { ...hold, asksFirst: false, startsAt }
    return [payButtonText(paying, 'card', at), PayNote({ hold: at, method: 'card', creditCents: 0 })] as const
  }
  const inDays = (days: number) => new Date(serverNow() + days * 86_400_000).toISOString()
  learnTime(new Date(Date.now() + 40 * 86_400_000).toUTCString())
  assert.deepEqual(said(inDays(0.5)), ['Pagar $650', 'El cargo se hace ahora.'])
  assert.match(said(inDays(3))[1], /^Hoy tu banco solo aparta el monto; el cargo se hace el /)
  const [button, note] = said(inDays(8))
  assert.equal(button, 'Confirmar · hoy no se cobra nada')
  assert.match(note, /^Hoy no se te cobra nada; el cargo a tu tarjeta se hace el /)
})

test('the button of a request, of a reference and of a pack says which of them it is, with its amount', () => {
  const of = (method: Note['method'], asksFirst: boolean, nowCents?: number) =>
    payButtonText(
      {
        ...paying,
        book: asksFirst ? 'Solicitar' : 'Reservar',
        upfront: nowCents === undefined ? null : { nowCents, laterCents: 65_000 - nowCents },
      },
      method,
      { startsAt: hold.startsAt, asksFirst },
    )
  assert.equal(of('card', true), 'Solicitar por $650')
  assert.equal(of('card', true, 0), 'Solicitar · hoy no se cobra nada')
  assert.equal(of('card', false, 0), 'Confirmar · hoy no se cobra nada')
  for (const method of ['spei', 'oxxo'] as const) {
    assert.equal(of(method, true), 'Solicitar con referencia de $650')
    assert.equal(of(method, false), 'Obtener mi referencia de $650')
  }
  assert.equal(of('pack', true), 'Solicitar con mi paquete')
  assert.equal(of('pack', false), 'Reservar con mi paquete')
})
