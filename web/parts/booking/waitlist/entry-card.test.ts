import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import {
  type WaitlistEntry,
  type WaitlistEntryMove,
  WaitlistEntryState,
} from '#contract/booking/waitlist/waitlist.ts'
import { draw, press } from '#web/testing/drawn.ts'

const { WaitlistEntryCard: EntryCard } = await import('#web/parts/booking/waitlist/entry-card.tsx')

const entry: WaitlistEntry = {
  id: '01a1fa84-88d6-7847-bd90-f6858506d195',
  state: 'active',
  from: '2026-11-26',
  to: '2026-11-28',
  parts: ['morning', 'evening'],
  modality: 'place',
  place: 'Casa Salas',
  service: { id: 7, name: 'Corte y peinado' },
  more: [],
  addOns: [],
  persons: [],
  home: null,
  professional: { id: 3, firstName: 'Renata', lastName: 'Campos' },
  passes: 0,
  requestedAt: '2026-11-20T16:00:00.000Z',
  offer: null,
}
const offer = {
  startsAt: '2026-11-26T16:00:00.000Z',
  endsAt: '2026-11-26T17:00:00.000Z',
  zone: 'America/Mexico_City',
  place: 'Casa Salas',
  totalCents: 60_000,
  expiresAt: '2026-11-25T18:00:00.000Z',
  token: 'the-secret-of-its-page',
}
const cardOf = (state: WaitlistEntryState, onMove: (move: WaitlistEntryMove) => void = () => {}) => ({
  entry: { ...entry, state, offer: state === 'offered' ? offer : null },
  busy: undefined,
  onMove,
  onEnd: () => {},
  problem: null,
})

const hours = [{ name: 'Ver horarios', href: '/booking?professional=3&service=7' }]
/** The card's text in each state, and its actions. */
const shown: Readonly<
  Record<
    WaitlistEntryState,
    { badge: string; hint?: string; buttons: string[]; links: { name: string; href: string }[] }
  >
> = {
  unconfirmed: {
    badge: 'Falta confirmar',
    hint: 'Confirma para empezar a esperar.',
    buttons: ['Confirmar mi espera', 'Dejar de esperar'],
    links: [],
  },
  active: { badge: 'En espera', buttons: ['Dejar de esperar'], links: [] },
  offered: {
    badge: 'Lugar apartado',
    hint: 'Casa Salas · $600',
    buttons: ['Dejar de esperar'],
    links: [{ name: 'Ver el lugar', href: '/bookings/the-secret-of-its-page/accept' }],
  },
  paused: {
    badge: 'En pausa',
    hint: 'Dejaste pasar dos lugares, así que no te ofrecemos más hasta que la reanudes.',
    buttons: ['Reanudar', 'Dejar de esperar'],
    links: [],
  },
  taken: { badge: 'Ya tienes tu cita', buttons: [], links: hours },
  expired: { badge: 'Terminó', hint: 'Tus fechas ya pasaron.', buttons: [], links: hours },
  withdrawn: { badge: 'La dejaste', buttons: [], links: hours },
}

for (const state of WaitlistEntryState.options)
  test(`an entry that is "${state}" says so, and offers exactly its possible actions`, async () => {
    const { badge, hint, buttons, links } = shown[state]
    const card = await draw(createElement(EntryCard, cardOf(state)))
    for (const words of [
      badge,
      'Corte y peinado',
      'con Renata Campos, en Casa Salas',
      'Mañana o noche',
      hint ?? '',
    ])
      assert.ok(card.text.includes(words), `${words}: ${card.text}`)
    assert.deepEqual([card.buttons, card.links], [buttons, links])
  })

test('each button of a waitlist entry requests its own move', () => {
  const moves: WaitlistEntryMove[] = []
  const pressOn = (state: WaitlistEntryState, name: string) =>
    press(EntryCard(cardOf(state, (move) => moves.push(move))), name)
  pressOn('unconfirmed', 'Confirmar mi espera')
  pressOn('paused', 'Reanudar')
  for (const state of ['unconfirmed', 'active', 'offered', 'paused'] as const)
    pressOn(state, 'Dejar de esperar')
  assert.deepEqual(moves, ['confirm', 'resume', 'stop', 'stop', 'stop', 'stop'])
})
