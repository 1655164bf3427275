/** The stand-in's own page at /dev/google: calendars and events, to add, move and delete them as their owner would. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { standinPath } from '#server/connection/google/settings.ts'
import {
  byHand,
  revokeAll,
  standinOf,
  type StandinCalendar,
  type World,
} from '#server/connection/standin/world.ts'
import { page } from '#server/platform/dev-mail.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import type { AppContext } from '#server/platform/work.ts'

const Act = z.object({
  act: z.enum(['add', 'move', 'remove', 'revoke']),
  email: z.string(),
  calendar: z.optional(z.string()),
  id: z.optional(z.string()),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
})

export const mountHand = (app: FastifyInstance, context: AppContext) => {
  const world = standinOf(context.config)
  app.get(standinPath, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(handPage(world)),
  )
  app.post(standinPath, (request, reply) => {
    requireSameSite(request, { method: 'POST', path: standinPath })
    const act = z.safeParse(Act, request.body)
    if (act.success) perform(world, act.data)
    return reply.redirect(standinPath, 303)
  })
}

const perform = (world: World, { act, email, calendar: id, ...event }: z.output<typeof Act>) => {
  if (act === 'revoke') return revokeAll(world, email)
  const calendar = world.accounts.get(email)?.calendars.find((one) => one.id === id)
  if (calendar === undefined) return undefined
  const hand = byHand(world, calendar)
  if (act === 'remove') return hand.remove(event.id ?? '')
  const hour = { start: instant(event.start), end: instant(event.end) }
  if (!(Date.parse(hour.end) > Date.parse(hour.start))) return undefined
  return act === 'add' ? hand.add(hour) : hand.move(event.id ?? '', hour)
}

/** The form's hours are in UTC, as this page shows them. */
const instant = (text = '') => `${text.slice(0, 16)}:00Z`
const field = (text: string | null | undefined) => {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 16)
}

const handPage = (world: World) =>
  page(
    'Google Calendar de prueba',
    `<p class="muted">Lo que hay en las cuentas conectadas; las horas son UTC. Solo existe en desarrollo y se vacía al reiniciar.</p>
${world.accounts.size === 0 ? '<p class="empty">Todavía no hay cuentas: conecta una en Ajustes, Conexiones.</p>' : ''}
${[...world.accounts.values()]
  .map(
    ({ email, calendars }) => `<h2>${escaped(email)}</h2>
<form method="post" action="${standinPath}"><input type="hidden" name="email" value="${escaped(email)}"><button name="act" value="revoke">Quitar el permiso a Kalli</button></form>
${calendars.map((calendar) => ofCalendar(email, calendar)).join('')}`,
  )
  .join('')}`,
  )

const ofCalendar = (email: string, calendar: StandinCalendar) => {
  const hidden = (id: string) =>
    `<input type="hidden" name="email" value="${escaped(email)}"><input type="hidden" name="calendar" value="${escaped(calendar.id)}"><input type="hidden" name="id" value="${escaped(id)}">`
  const hours = (start: string, end: string, of: string) =>
    `<input type="datetime-local" name="start" value="${start}" aria-label="Empieza ${escaped(of)}"><input type="datetime-local" name="end" value="${end}" aria-label="Termina ${escaped(of)}">`
  const events = [...calendar.events.values()].filter(({ event }) => event.status !== 'cancelled')
  return `<h3>${escaped(calendar.summary)}</h3>
<ul>${events
    .map(({ event }) => {
      const title = event.summary ?? event.id
      return `<li><form method="post" action="${standinPath}" style="padding:.5rem 1rem">${hidden(event.id)}<b>${escaped(title)}</b> ${hours(field(event.start?.dateTime), field(event.end?.dateTime), title)} <button name="act" value="move">Mover</button> <button name="act" value="remove">Borrar</button></form></li>`
    })
    .join('')}</ul>
<form method="post" action="${standinPath}">${hidden('')}${hours('', '', `en ${calendar.summary}`)} <button name="act" value="add">Añadir a ${escaped(calendar.summary)}</button></form>`
}
