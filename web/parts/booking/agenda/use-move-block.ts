import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Calendar } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { call } from '#web/api.ts'
import type { Moved } from '#web/parts/booking/agenda/entry-move.ts'
import { laterByClock } from '#web/parts/time/other-clock.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Moves a block at once to where it was dropped; the server receives one step after the other, each with the version that the previous one
 * left, so that fast presses move as far as they were pressed.
 */
export const useMoveBlock = () => {
  const queryClient = useQueryClient()
  const versions = useRef(new Map<number, number>())
  const under = useRef(0)
  const moving = useMutation({
    scope: { id: 'own-block' },
    mutationFn: async ({ block: { id, version }, startsAt, endsAt }: Gone) => {
      const saved = await call(contract.changeOwnBlock, {
        params: { id },
        body: { startsAt, endsAt, version: Math.max(version, versions.current.get(id) ?? 0) },
      })
      versions.current.set(id, saved.version)
    },
    onError: (problem) => toast('No se movió', problem.message, 'bad'),
    onSuccess: () => {
      if (under.current === 1) toast('Bloqueo movido', undefined, 'good')
    },
    onSettled: async () => {
      under.current -= 1
      // A step still under way would make the block jump back for a moment.
      if (under.current === 0) await queryClient.invalidateQueries({ queryKey })
    },
  })
  return ({ block, zone, ...way }: Moved) => {
    const calendars = { queryKey, predicate: isCalendar }
    // From its current position in the shown view: a second press may come before the first is drawn, and another view may have an older
    // position, from before another device moved it.
    const now = queryClient
      .getQueriesData<Calendar>({ ...calendars, type: 'active' })
      .flatMap(([, seen]) => seen?.entries ?? [])
      .find((entry) => entry.block?.id === block.id)
    if (now === undefined) return
    const gone: Gone = {
      block,
      startsAt: laterByClock(now.startsAt, way, zone),
      endsAt: laterByClock(now.endsAt, way, zone),
    }
    under.current += 1
    // A response requested before this step does not include it.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueriesData<Calendar>(calendars, (seen) => seen && withMoved(seen, gone))
    moving.mutate(gone)
  }
}

type Gone = Pick<Moved, 'block'> & { startsAt: string; endsAt: string }

const queryKey = ['/api', 'calendar']
/** Other queries with the same beginning have longer keys. */
const isCalendar = ({ queryKey: [, , third] }: { queryKey: readonly unknown[] }) =>
  typeof third === 'string' && third.startsWith('?')

const withMoved = (seen: Calendar, { block, startsAt, endsAt }: Gone): Calendar => ({
  ...seen,
  entries: seen.entries.map((entry) =>
    entry.block?.id === block.id ? { ...entry, startsAt, endsAt } : entry,
  ),
})
