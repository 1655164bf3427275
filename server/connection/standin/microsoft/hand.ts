/** The stand-in's own page at /dev/microsoft: calendars and events, to add, move and delete them as their owner would. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { standinPath } from '#server/connection/microsoft/settings.ts'
import { byHand } from '#server/connection/standin/microsoft/by-hand.ts'
import {
  outlookOf,
  revokeAll,
  type StandinCalendar,
  type World,
} from '#server/connection/standin/microsoft/world.ts'
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
  const world = outlookOf(context.config)
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
  const calendar = world.mailboxes.get(email)?.calendars.find((one) => one.id === id)
  if (calendar === undefined) return undefined
  const hand = byHand(world, calendar)
  if (act === 'remove') return hand.remove(event.id ?? '')
  const hour = { start: instant(event.start), end: instant(event.end) }
  if (!(Date.parse(hour.end) > Date.parse(hour.start))) return undefined
  if (act === 'add') return hand.add(hour)
  return calendar.events.has(event.id ?? '') ? hand.move(event.id ?? '', hour) : undefined
}

/** The form's hours are in UTC, as this page shows them. */
const instant = (text = '') => `${text.slice(0, 16)}:00Z`

const handPage = (world: World) =>
  page(
    'Outlook de prueba',
    `<p class="muted">Lo que hay en las cuentas conectadas; las horas son UTC. Solo existe en desarrollo y se vacía al reiniciar.</p>
${world.mailboxes.size === 0 ? '<p class="empty">Todavía no hay cuentas: conecta una en Ajustes, Conexiones.</p>' : ''}
${[...world.mailboxes.values()]
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
  const events = [...calendar.events.values()].filter(
    ({ event, isGone }) => !isGone && event.type !== 'seriesMaster',
  )
  return `<h3>${escaped(calendar.name)}</h3>
<ul>${events
    .map(({ event: { id, subject, start, end } }) => {
      const title = subject ?? id
      return `<li><form method="post" action="${standinPath}" style="padding:.5rem 1rem">${hidden(id)}<b>${escaped(title)}</b> ${hours(start.dateTime.slice(0, 16), end.dateTime.slice(0, 16), title)} <button name="act" value="move">Mover</button> <button name="act" value="remove">Borrar</button></form></li>`
    })
    .join('')}</ul>
<form method="post" action="${standinPath}">${hidden('')}${hours('', '', `en ${calendar.name}`)} <button name="act" value="add">Añadir a ${escaped(calendar.name)}</button></form>`
}
