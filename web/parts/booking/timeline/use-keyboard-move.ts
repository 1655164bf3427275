import { type KeyboardEvent, type RefObject, useState } from 'react'
import { minuteMs } from '#contract/platform/duration.ts'
import { type TimelineSpace, type TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import { isFree, savedFor } from '#web/parts/booking/timeline/layout.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import {
  type Pointed,
  type Sent,
  step,
  isBlock,
  mayCarry,
  mayShift,
  nameOf,
} from '#web/parts/booking/timeline/timeline-claim.ts'

/** Where units are side by side and hours run downwards: the same keys, rotated. */
const turned: Readonly<Record<string, string | undefined>> = {
  ArrowLeft: 'ArrowUp',
  ArrowRight: 'ArrowDown',
  ArrowUp: 'ArrowLeft',
  ArrowDown: 'ArrowRight',
}

/** Walks through the claims and moves one with the keys. `downwards`: hours run downwards, and units are side by side. */
export const useKeyboardMove = (
  rows: readonly { space: TimelineSpace; unit: TimelineUnit }[],
  frame: RefObject<HTMLDivElement | null>,
  onSend: (sent: Sent) => void,
  { downwards = false } = {},
) => {
  const keyOf = (event: KeyboardEvent) => (downwards && turned[event.key]) || event.key
  const [said, say] = useState('')
  const [hand, setHand] = useState<{ key: string; unit: number; minutes: number; longer: number }>()
  const [across, along] = downwards
    ? ['Izquierda y derecha', 'arriba y abajo']
    : ['Arriba y abajo', 'izquierda y derecha']
  const walk = (event: KeyboardEvent<HTMLElement>, pointed: Pointed, key: string) => {
    if (hand?.key === key) return carry(event, pointed)
    const pressed = keyOf(event)
    const own = rows.findIndex(({ unit }) => unit.id === pointed.unit.id)
    const focusIn = (row: number, at: string) => {
      const next = [
        ...(frame.current?.querySelectorAll<HTMLElement>(`[data-row="${row}"] [data-claim]`) ?? []),
      ]
      const nearest = next.toSorted(
        (a, b) => distance(a.dataset['at'], at) - distance(b.dataset['at'], at),
      )[0]
      nearest?.focus()
      return nearest !== undefined
    }
    const siblings = [
      ...(frame.current?.querySelectorAll<HTMLElement>(`[data-row="${own}"] [data-claim]`) ?? []),
    ]
    const here = siblings.indexOf(event.currentTarget)
    if (pressed === 'ArrowRight') siblings[here + 1]?.focus()
    else if (pressed === 'ArrowLeft') siblings[here - 1]?.focus()
    else if (pressed === 'ArrowDown' || pressed === 'ArrowUp') {
      const by = pressed === 'ArrowDown' ? 1 : -1
      for (let row = own + by; row >= 0 && row < rows.length; row += by)
        if (focusIn(row, pointed.claim.startsAt)) break
    } else if ((pressed === 'm' || pressed === 'M') && mayCarry(pointed.claim)) {
      setHand({ key, unit: pointed.unit.id, minutes: 0, longer: 0 })
      say(
        `Tomaste ${nameOf(pointed)}. ${across} eligen unidad${mayShift(pointed.claim) ? `, ${along} mueven la hora` : ''}${isBlock(pointed.claim) ? ', con Mayúsculas el final' : ''}. Entrar lo deja, Escape cancela.`,
      )
    } else return
    event.preventDefault()
  }

  const carry = (event: KeyboardEvent<HTMLElement>, pointed: Pointed) => {
    if (hand === undefined) return
    const pressed = keyOf(event)
    const { units } = pointed.space
    const at = units.findIndex(({ id }) => id === hand.unit)
    let next = hand
    if (pressed === 'Escape') {
      setHand(undefined)
      say('Lo dejaste donde estaba.')
    } else if (pressed === 'Enter' || pressed === ' ') {
      const to = units.find(({ id }) => id === hand.unit)
      setHand(undefined)
      if (to !== undefined) onSend({ ...pointed, to, minutes: hand.minutes, longer: hand.longer })
    } else if (pressed === 'ArrowUp' || pressed === 'ArrowDown') {
      const to = units[at + (pressed === 'ArrowDown' ? 1 : -1)]
      if (to !== undefined) next = { ...hand, unit: to.id }
    } else if ((pressed === 'ArrowLeft' || pressed === 'ArrowRight') && mayShift(pointed.claim)) {
      const by = pressed === 'ArrowRight' ? step : -step
      if (event.shiftKey && !isBlock(pointed.claim)) return
      next = event.shiftKey ? { ...hand, longer: hand.longer + by } : { ...hand, minutes: hand.minutes + by }
    } else return
    event.preventDefault()
    if (next === hand) return
    setHand(next)
    const to = units.find(({ id }) => id === next.unit)
    if (to !== undefined) say(sentence(pointed, to, next))
  }
  return { hand, walk, said }
}

export type KeyboardMove = ReturnType<typeof useKeyboardMove>

const distance = (a: string | undefined, b: string) => Math.abs(Date.parse(a ?? b) - Date.parse(b))

const shift = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * minuteMs).toISOString()

const sentence = (pointed: Pointed, to: TimelineUnit, by: { minutes: number; longer: number }) => {
  const { claim, space } = pointed
  const [from, until] = [shift(claim.startsAt, by.minutes), shift(claim.endsAt, by.minutes + by.longer)]
  const span = {
    from: Date.parse(claim.busyFrom ?? claim.startsAt) + by.minutes * minuteMs,
    until: Date.parse(claim.busyUntil ?? claim.endsAt) + (by.minutes + by.longer) * minuteMs,
  }
  const saved = savedFor(to, span)
  const state = !isFree(to, span, claim)
    ? 'ocupada'
    : saved === undefined
      ? 'libre'
      : `guardada para ${saved}`
  return `${to.name}, ${timeOf(from, space.zone)} a ${timeOf(until, space.zone)}: ${state}`
}
