/** A calendar as Google keeps one, for engine.cases.ts: it accepts our ids, and deleted events leave a trace. */
import { eventIdOf, hourOf, type Remote } from '#server/connection/engine.ts'
import { by, type There } from '#server/connection/engine.cases.ts'
import { type OwnEvent, ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'

export const googleThere = (): There => {
  const events = new Map<string, RemoteEvent & { version: number }>()
  let version = 0
  let read = 0
  let calls = 0
  const keep = (id: string, event: OwnEvent) => {
    version += 1
    const span = { start: event.startsAt.getTime(), end: event.endsAt.getTime() }
    events.set(id, { id, etag: `"${version}"`, version, isGone: false, isBusy: true, span, mark: event.mark })
    return `"${version}"`
  }
  const remote: Remote = {
    insert: async (calendar, event) => {
      calls += 1
      if (events.has(`${calendar} ${event.id}`)) throw new ProviderProblem('there')
      return keep(`${calendar} ${event.id}`, event)
    },
    replace: async (calendar, event, etag) => {
      calls += 1
      const found = events.get(`${calendar} ${event.id}`)
      if (found === undefined) throw new ProviderProblem('gone')
      if (etag !== null && found.etag !== etag) throw new ProviderProblem('changed')
      return keep(`${calendar} ${event.id}`, event)
    },
    remove: async (calendar, id) => {
      calls += 1
      const found = events.get(`${calendar} ${id}`)
      if (found === undefined || found.isGone) return
      version += 1
      events.set(`${calendar} ${id}`, { ...found, etag: `"${version}"`, version, isGone: true, span: null })
    },
    find: async (calendar, id) => {
      calls += 1
      return events.get(`${calendar} ${id}`) ?? null
    },
  }
  const keyOf = (calendar: string, name: string) => `${calendar} ${eventIdOf(by, name)}`
  const change = (key: string, change: Partial<RemoteEvent>) => {
    const found = events.get(key)
    if (found === undefined || found.isGone) return
    version += 1
    events.set(key, { ...found, ...change, etag: `"${version}"`, version })
  }
  return {
    remote,
    changes: async (written) => {
      const upTo = version
      const known = new Map(written.map((one) => [`${one.calendarId} ${one.eventId}`, one]))
      const seen = [...events].flatMap(([key, event]) => {
        const one = known.get(key)
        return event.version > read && one !== undefined ? [[one, event] as const] : []
      })
      return { seen, keep: () => void (read = upTo) }
    },
    move: (calendar, name, span) => change(keyOf(calendar, name), { span }),
    remove: (calendar, name) => change(keyOf(calendar, name), { isGone: true, span: null }),
    stateOf: (calendar, name) => JSON.stringify(events.get(keyOf(calendar, name))),
    shown: () =>
      [...events]
        .filter(([, event]) => !event.isGone)
        .map(([key, { span }]) => `${key} ${span === null ? '' : hourOf(span)}`),
    calls: () => calls,
  }
}
