import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { type BookingLink, LinkKind, LinkState } from '#contract/booking/series/link.ts'
import { draw } from '#web/testing/drawn.ts'

const { default: Over } = await import('#web/parts/booking/series/over.tsx')

const proposed: BookingLink = {
  kind: 'appointment',
  state: 'open',
  firstName: 'Lucía',
  from: { firstName: 'Renata', businessName: null },
  note: '',
  expiresAt: '2026-11-25T18:00:00.000Z',
  service: { id: 7, name: 'Corte y peinado', durationMinutes: 60 },
  whole: { moreServices: [8], addOns: [], people: null },
  professional: { id: 3, firstName: 'Renata', lastName: 'Campos', profileImageUrl: null },
  place: {
    modality: 'place',
    spaceId: 5,
    name: 'Silla 1',
    businessName: 'Casa Salas',
    unitName: null,
    neighbourhood: 'Roma Norte',
    city: 'Ciudad de México',
    state: 'CDMX',
    address: null,
    latitude: null,
    longitude: null,
    link: null,
    access: null,
    directions: null,
  },
  startsAt: '2026-11-26T16:00:00.000Z',
  endsAt: '2026-11-26T17:00:00.000Z',
  zone: 'America/Mexico_City',
  policy: {
    tier: 'fair',
    label: 'justa',
    text: '',
    freeUntil: '2026-11-25T16:00:00.000Z',
    lateFeeCents: 0,
    noShowFeeCents: 0,
  },
  quote: null,
  upfront: null,
  series: null,
  rescue: null,
  payBy: null,
  page: null,
  code: null,
}

type Ended = Exclude<LinkState, 'open' | 'accepted'>
const overStates = LinkState.options.filter(
  (state): state is Ended => state !== 'open' && state !== 'accepted',
)
const drawOver = (state: Ended, values: Partial<BookingLink> = {}, isGuest = false) =>
  draw(createElement(Over, { one: { ...proposed, state, ...values }, state, isGuest }))

const mine = { name: 'Ver mis reservas', href: '/my-bookings' }
const again = { name: 'Elegir otra hora', href: '/booking?professional=3&service=7&more=8' }

/** The text of each state's page, and its one link. */
const said: Readonly<Record<Ended, { title: string; text: string; onward: typeof mine }>> = {
  waiting: {
    title: 'Falta la otra persona',
    text: 'Ya dijiste que sí. Renata responde cada solicitud; te escribimos en cuanto lo haga.',
    onward: mine,
  },
  paying: {
    title: 'Tu pago está en camino',
    text: 'Ya aceptaste esta cita y tu banco está respondiendo. En cuanto lo haga te llega el correo.',
    onward: mine,
  },
  done: {
    title: 'Esta cita ya es tuya',
    text: 'Corte y peinado, jue 26 de nov, 10:00. El enlace para verla, moverla o cancelarla está en el correo de confirmación.',
    onward: mine,
  },
  declined: {
    title: 'Dijiste que no',
    text: 'La hora quedó libre y Renata ya lo sabe. No se te cobró nada.',
    onward: again,
  },
  countered: {
    title: 'Elegiste otra hora',
    text: 'Esta quedó libre. Si no terminaste de pagar la nueva, elige una otra vez.',
    onward: again,
  },
  withdrawn: {
    title: 'Esta propuesta ya no está',
    text: 'Renata la retiró antes de tu respuesta. No se te cobró nada.',
    onward: again,
  },
  expired: {
    title: 'El tiempo para responder terminó',
    text: 'La hora quedó libre y no se te cobró nada. Puedes elegir otra.',
    onward: again,
  },
  changed: {
    title: 'Esta cita cambió',
    text: 'Ya no está como en tu mensaje. Mira tus reservas o elige otra hora.',
    onward: mine,
  },
}

for (const state of overStates)
  test(`a link whose proposal is "${state}" says so and offers the next step`, async () => {
    const { title, text, onward } = said[state]
    const page = await drawOver(state)
    assert.match(page.html, new RegExp(`<h1[^>]*>${title}</h1>`))
    assert.ok(page.text.includes(text), page.text)
    assert.deepEqual(page.links, [onward])
    // Nothing can be answered any more.
    assert.deepEqual(page.buttons, [])
  })

test('a passed waitlist offer says that the entry is still active, and a passed rescue what is refunded', async () => {
  for (const state of ['declined', 'expired'] as const) {
    assert.match((await drawOver(state, { kind: 'waitlist' })).text, /Tu espera sigue en pie/)
    assert.match(
      (await drawOver(state, { kind: 'rescue' })).text,
      /quedó cancelada y recuperas todo lo que pagaste/,
    )
  }
  assert.match(
    (await drawOver('waiting', { kind: 'rescue' })).text,
    /Falta la respuesta de Renata\. Te escribimos en cuanto la haya; si dice que no, no te cuesta nada\./,
  )
})

test('every kind and end of a link offers a next step', async () => {
  for (const kind of LinkKind.options)
    for (const state of overStates)
      assert.deepEqual((await drawOver(state, { kind })).links, [said[state].onward], `${kind} ${state}`)
})

test('a visitor is led to a page without an account, and a client of the visit to the visit', async () => {
  const own = { id: '01a20d91-77e1-7ddb-8014-0b67014098db', t: 'firma' }
  const href = `/booking-success?id=${own.id}&t=${own.t}`
  for (const state of overStates.filter((state) => said[state].onward === mine)) {
    assert.deepEqual((await drawOver(state, {}, true)).links, [
      { name: 'Ver mis citas', href: '/guest-bookings' },
    ])
    const name = state === 'paying' ? 'Ver cómo va tu pago' : 'Ver mi cita'
    for (const isGuest of [true, false])
      assert.deepEqual((await drawOver(state, { page: own }, isGuest)).links, [{ name, href }])
  }
})

test('a visit waiting for a reference payment says until when, and links to it', async () => {
  const page = { id: '01a20d91-77e1-7ddb-8014-0b67014098db' }
  const drawn = await drawOver('paying', { payBy: '2026-11-20T18:00:00.000Z', page })
  assert.match(drawn.html, /<h1[^>]*>Falta tu pago<\/h1>/)
  assert.match(drawn.text, /la apartamos hasta el vie 20 de nov, 12:00.h\. Te enviamos cómo pagar\./)
  assert.doesNotMatch(drawn.text, /banco/)
  assert.deepEqual(drawn.links, [{ name: 'Ver cómo pagar', href: `/booking-success?id=${page.id}` }])
})
