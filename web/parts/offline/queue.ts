/** What a professional registered offline: stored on this device by key until the service worker can send it. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as attendance from '#contract/booking/attendance.ts'
import * as day from '#contract/booking/day.ts'
import { arrive } from '#contract/booking/visit/no-show.ts'
import type { Position } from '#contract/places/position.ts'
import { reservations } from '#contract/booking/rent/reservation.ts'
import { address, ApiError, keyOf, newIdempotencyKey } from '#web/api.ts'
import { mayKeep } from '#web/parts/offline/saved-agenda.ts'
import { sessionQuery } from '#web/session.ts'

/** The same name as in sw.js. */
const queueCache = 'kalli-queue'
/** `arrive`: the professional is at the place; the other two are of the visit. */
export type WaitingStep = 'arrive' | 'check_in' | 'check_out'
const endpoints = { arrive, check_in: attendance.checkIn, check_out: attendance.checkOut } as const

export type Waiting = {
  person: number
  bookingId: string
  step: WaitingStep
  path: string
  body: { at: string; code?: string; position?: Position }
  key: string
  /** Why Kalli refused it, once sent. */
  problem?: string
}

/** A step of a booking is queued once, however often it is pressed. */
const placeOf = ({ bookingId, step }: Pick<Waiting, 'bookingId' | 'step'>) => `/waiting/${bookingId}/${step}`

const waitingReading = queryOptions({
  queryKey: ['waiting'],
  queryFn: async (): Promise<Waiting[]> => {
    if (!mayKeep()) return []
    const cache = await caches.open(queueCache)
    const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    return Promise.all(answers.filter((answer) => answer !== undefined).map((answer) => answer.json()))
  },
})

/** The booking's queued steps, oldest first. */
export const useWaiting = (bookingId: string): Waiting[] =>
  (useQuery(waitingReading).data ?? []).filter((one) => one.bookingId === bookingId)

export const useQueue = () => {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: waitingReading.queryKey })
  const add = async (one: Pick<Waiting, 'person' | 'bookingId' | 'step' | 'body'>) => {
    const cache = await caches.open(queueCache)
    const place = placeOf(one)
    if ((await cache.match(place)) === undefined) {
      const path = address(endpoints[one.step], { params: { id: one.bookingId } })
      await cache.put(place, Response.json({ ...one, path, key: newIdempotencyKey() }))
    }
    await refresh()
    await askToSend()
  }
  return {
    /** Sends a step, or queues it with the device's time: while offline, or `behind` steps that are queued already. */
    sendOrWait: async (
      { code, position, ...one }: Pick<Waiting, 'bookingId' | 'step'> & { code: string; position?: Position },
      { behind, send }: { behind: boolean; send: () => Promise<unknown> },
    ): Promise<'done' | 'waits'> => {
      const body = {
        at: new Date().toISOString(),
        ...(code === '' ? {} : { code }),
        ...(position === undefined ? {} : { position }),
      }
      const person = queryClient.getQueryData(sessionQuery.queryKey)?.id
      const wait = async () => {
        if (!mayKeep() || person === undefined) return false
        await add({ ...one, person, body })
        return true
      }
      if ((!navigator.onLine || behind) && (await wait())) return 'waits'
      try {
        await send()
        return 'done'
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 0 && (await wait())) return 'waits'
        throw problem
      }
    },
    /** A refused check-in also drops the check-out, which depends on it; the professional's arrival is independent. */
    drop: async ({ bookingId, step }: Pick<Waiting, 'bookingId' | 'step'>) => {
      const cache = await caches.open(queueCache)
      const dropped = step === 'arrive' ? [step] : (['check_in', 'check_out'] as const)
      for (const step of dropped) await cache.delete(placeOf({ bookingId, step }))
      await refresh()
    },
  }
}

const againMs = 3_000

const askToSend = async () => {
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of our own origin
  active?.postMessage('send')
}

/** Sends queued steps when the page opens and when the device is online again, and shows the result. */
export const useSending = () => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!mayKeep()) return
    const send = async () => {
      // Without a service worker nothing was ever queued here.
      if ((await navigator.serviceWorker.getRegistration()) !== undefined) await askToSend()
    }
    const sent = async ({ data }: MessageEvent) => {
      if (data !== 'sent') return
      await queryClient.invalidateQueries({ queryKey: waitingReading.queryKey })
      await queryClient.invalidateQueries({ queryKey: keyOf(day.professionalDay) })
      await queryClient.invalidateQueries({ queryKey: keyOf(reservations) })
    }
    void send()
    addEventListener('online', send)
    // The connection may only seem to be back, or the worker learn of it late: retried while something is queued.
    const timer = setInterval(() => {
      const waiting = queryClient.getQueryData(waitingReading.queryKey)
      const person = queryClient.getQueryData(sessionQuery.queryKey)?.id
      if (navigator.onLine && waiting?.some((one) => one.problem === undefined && one.person === person))
        void send()
    }, againMs)
    navigator.serviceWorker.addEventListener('message', sent)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      navigator.serviceWorker.removeEventListener('message', sent)
    }
  }, [queryClient])
}
