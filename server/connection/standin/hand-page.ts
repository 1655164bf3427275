/** The page of a calendar's stand-in: calendars and events, to add, move and delete them as their owner would. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { page } from '#server/platform/dev-mail.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'

type Hour = { start: string; end: string }
type Calendar = {
  id: string
  name: string
  /** `start` and `end` as a field shows them, in UTC: "2026-11-29T18:30". */
  events: readonly { id: string; title: string; start: string; end: string }[]
  hand: {
    add: (hour: Hour) => unknown
    move: (id: string, hour: Hour) => unknown
    remove: (id: string) => unknown
    /** Deletes the calendar itself. */
    drop?: () => unknown
  }
}

/** What a stand-in provides; its accounts are read at each request. */
export type Standin = {
  path: string
  title: string
  accounts: () => readonly { email: string; calendars: readonly Calendar[] }[]
  revoke: (email: string) => void
}

const Act = z.object({
  act: z.enum(['add', 'move', 'remove', 'drop', 'revoke']),
  email: z.string(),
  calendar: z.optional(z.string()),
  id: z.optional(z.string()),
  start: z.optional(z.string()),
  end: z.optional(z.string()),
})

export const mountHandPage = (app: FastifyInstance, standin: Standin) => {
  const { path } = standin
  app.get(path, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(handPage(standin)),
  )
  app.post(path, (request, reply) => {
    requireSameSite(request, { method: 'POST', path })
    const act = z.safeParse(Act, request.body)
    if (act.success) perform(standin, act.data)
    return reply.redirect(path, 303)
  })
}

/** An unknown event or an invalid time changes nothing. */
const perform = (standin: Standin, { act, email, calendar: id, ...event }: z.output<typeof Act>) => {
  if (act === 'revoke') return standin.revoke(email)
  const account = standin.accounts().find((one) => one.email === email)
  const calendar = account?.calendars.find((one) => one.id === id)
  if (calendar === undefined) return undefined
  if (act === 'drop') return calendar.hand.drop?.()
  const known = calendar.events.find((one) => one.id === event.id)
  if (act === 'remove') return known === undefined ? undefined : calendar.hand.remove(known.id)
  const hour = { start: instant(event.start), end: instant(event.end) }
  if (!(Date.parse(hour.end) > Date.parse(hour.start))) return undefined
  if (act === 'add') return calendar.hand.add(hour)
  return known === undefined ? undefined : calendar.hand.move(known.id, hour)
}

/** The form's hours are in UTC, as this page shows them. */
const instant = (text = '') => `${text.slice(0, 16)}:00Z`

const handPage = ({ path, title, accounts }: Standin) => {
  const all = accounts()
  return page(
    title,
    `<p class="muted">Lo que hay en las cuentas conectadas; las horas son UTC. Solo existe en desarrollo y se vacía al reiniciar.</p>
${all.length === 0 ? '<p class="empty">Todavía no hay cuentas: conecta una en Ajustes, Conexiones.</p>' : ''}
${all
  .map(
    ({ email, calendars }) => `<h2>${escaped(email)}</h2>
<form method="post" action="${path}"><input type="hidden" name="email" value="${escaped(email)}"><button name="act" value="revoke">Quitar el permiso a Kalli</button></form>
${calendars.map((calendar) => ofCalendar(path, email, calendar)).join('')}`,
  )
  .join('')}`,
  )
}

const ofCalendar = (path: string, email: string, { id: calendarId, name, events, hand }: Calendar) => {
  const hidden = (id: string) =>
    `<input type="hidden" name="email" value="${escaped(email)}"><input type="hidden" name="calendar" value="${escaped(calendarId)}"><input type="hidden" name="id" value="${escaped(id)}">`
  const hours = (start: string, end: string, of: string) =>
    `<input type="datetime-local" name="start" value="${start}" aria-label="Empieza ${escaped(of)}"><input type="datetime-local" name="end" value="${end}" aria-label="Termina ${escaped(of)}">`
  const drop =
    hand.drop === undefined
      ? ''
      : `<form method="post" action="${path}">${hidden('')}<button name="act" value="drop">Eliminar ${escaped(name)}</button></form>`
  return `<h3>${escaped(name)}</h3>${drop}
<ul>${events
    .map(
      ({ id, title, start, end }) =>
        `<li><form method="post" action="${path}" style="padding:.5rem 1rem">${hidden(id)}<b>${escaped(title)}</b> ${hours(start, end, title)} <button name="act" value="move">Mover</button> <button name="act" value="remove">Borrar</button></form></li>`,
    )
    .join('')}</ul>
<form method="post" action="${path}">${hidden('')}${hours('', '', `en ${name}`)} <button name="act" value="add">Añadir a ${escaped(name)}</button></form>`
}
