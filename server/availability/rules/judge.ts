/** Whether a service may begin at one instant, and if not, why not. */
import { minuteMs } from '#contract/platform/duration.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import type { BookedEquipmentUnit } from '#contract/service/service-needs.ts'
import type { Choice } from '#server/availability/rules/choice.ts'
import { covers, freeAround, overlaps } from '#server/availability/zone/intervals.ts'
import type { Ground, SharedGround } from '#server/availability/rules/prepared.ts'
import type { Decision, Yes } from '#server/availability/rules/snapshot.ts'

/**
 * The rules in the order in which an owner would fix them: place and dates, then hours, then notice and horizon, then who is busy, then
 * money, then the professional's own rules for that hour.
 */
export const judge = (ground: Ground, start: number): Decision => {
  const { place, choice } = ground
  const end = start + ground.duration
  if (ground.isOutside) return refused.outside_radius
  if (place?.isTooSmall === true) return refused.place_too_small
  if (place?.isLacking === true) return refused.needs_unmet
  if (ground.isFull?.(start) === true) return refused.day_full
  if (ground.refusesDate !== null) {
    const reason = ground.refusesDate(start)
    if (reason !== null) return refused[reason]
  }
  if (place && place.rented.length > 0) {
    const within = judgeWithin(ground, place, start) ?? judgeOver(ground, place, start)
    if (within) return within
  }
  if (place?.isUnderBlock === true) return refused.under_block
  if (choice && choice.never !== null) return refused[choice.never]
  if (place && !place.payable) return refused.payout_missing
  if (!covers(ground.professionalOpen, start, end)) return refused.outside_professional_hours
  if (ground.ownHours !== null && isOffHours(ground.ownHours, start)) return refused.outside_service_hours
  if (place) {
    if (!covers(place.open, start, end)) return refused.outside_space_hours
    if (start < place.valid.from || end > place.valid.to) return refused.outside_agreement
    if (place.agreed && !covers(place.agreed, start, end)) return refused.outside_agreement
    if (place.hasHoursLeft && !place.hasHoursLeft(start)) return refused.quota
  }
  if (start < (place ? place.soonest : ground.soonest)) return refused.too_soon
  if (ground.asks && start < ground.soonestRequested) return refused.rule_ask
  if (place?.hostAnswers === true && start < ground.soonestRequested) return refused.host_answer
  if (start >= ground.tooFar) return refused.too_far
  if (isTaken(ground, start)) return refused.professional_busy
  if (isOutOfReach(ground, start)) return refused.no_time_to_travel
  const unit = place ? tightestUnit(place.units, start - ground.before, end + ground.unitAfter) : anywhere
  if (!unit) return refused.unit_busy
  if (overlaps(ground.clientBusy, start, end)) return refused.client_busy
  const equipped = place ? withEquipment(place, start, unit) : unit
  if (!equipped.ok) return equipped
  if (place && place.marginOk !== true && !(place.marginOk !== false && place.marginOk(start)))
    return refused.margin
  return (choice && unwanted(ground, choice, start, end)) ?? equipped
}

/** Checks that the shared equipment is free too, besides the unit. */
const withEquipment = ({ shared }: NonNullable<Ground['place']>, start: number, decision: Yes): Decision => {
  if (shared.length === 0) return decision
  const equipment = equipmentUnitsFree(shared, start)
  return equipment === null ? refused.equipment_busy : { ...decision, equipment }
}

/** For each item the first unit that is free in its minutes of a visit that begins then; null: an item has none. */
export const equipmentUnitsFree = (
  shared: readonly SharedGround[],
  start: number,
): BookedEquipmentUnit[] | null => {
  const found: BookedEquipmentUnit[] = []
  for (const { item, fromMinute, toMinute, pieces } of shared) {
    const [from, to] = [start + fromMinute * minuteMs, start + toMinute * minuteMs]
    const free = pieces.find(({ busy }) => !overlaps(busy, from, to))
    if (free === undefined) return null
    found.push({ id: free.id, item, number: free.number, fromMinute, toMinute })
  }
  return found
}

/** Is a part outside of the hours in which its service is given? */
const isOffHours = (ownHours: NonNullable<Ground['ownHours']>, start: number) =>
  ownHours.some(({ from, to, open }) => !covers(open, start + from, start + to))

/** Is the professional needed elsewhere? They are free during a process. */
const isTaken = ({ professionalBusy, hands, before, duration, after }: Ground, start: number) => {
  if (hands === null) return overlaps(professionalBusy, start - before, start + duration + after)
  for (let at = 0; at < hands.length; at += 2)
    if (overlaps(professionalBusy, start + (hands[at] ?? 0), start + (hands[at + 1] ?? 0))) return true
  return false
}

/** Is there too little time to travel from or to another place? */
const isOutOfReach = ({ elsewhere, before, duration, after }: Ground, start: number) =>
  elsewhere !== null && overlaps(elsewhere, start - before, start + duration + after)

const unwanted = (ground: Ground, choice: Choice, start: number, end: number): Decision | null => {
  const claim = { start: start - ground.before, end: end + ground.after }
  const reason = choice.at(start) ?? choice.fits({ start, end }, claim, ground.professionalBusy.intervals)
  return reason && refused[reason]
}

/** Within rented hours: their unit, if no client has booked that time yet. Null: not within any. */
const judgeWithin = (ground: Ground, place: NonNullable<Ground['place']>, start: number): Decision | null => {
  const [from, to] = [start - ground.before, start + ground.duration + ground.after]
  const one = place.rented.find((hours) => hours.from <= from && to <= hours.to)
  if (one === undefined) return null
  if (!covers(ground.professionalOpen, start, start + ground.duration))
    return refused.outside_professional_hours
  if (ground.ownHours !== null && isOffHours(ground.ownHours, start)) return refused.outside_service_hours
  if (start < ground.soonest) return refused.too_soon
  if (start >= ground.tooFar) return refused.too_far
  if (overlaps(one.taken, from, to)) return refused.professional_busy
  if (overlaps(ground.clientBusy, start, start + ground.duration)) return refused.client_busy
  return withEquipment(place, start, one.decision)
}

/**
 * Across the edge of rented hours: at their unit, which must be free beyond them. The rules for every visit apply to the time outside
 * alone, since the rest is already paid. Null: across none of those hours.
 */
const judgeOver = (ground: Ground, place: NonNullable<Ground['place']>, start: number): Decision | null => {
  const { choice } = ground
  const end = start + ground.duration
  const one = place.rented.find((hours) => start < hours.to && hours.from < end)
  if (one === undefined || place.beyond === undefined) return null
  const { from, to } = one
  const outside = [
    { from: start, to: Math.min(end, from) },
    { from: Math.max(start, to), to: end },
  ].filter((part) => part.from < part.to)
  if (choice && choice.never !== null) return refused[choice.never]
  if (!place.payable) return refused.payout_missing
  if (!covers(ground.professionalOpen, start, end)) return refused.outside_professional_hours
  if (ground.ownHours !== null && isOffHours(ground.ownHours, start)) return refused.outside_service_hours
  if (outside.some((part) => !covers(place.open, part.from, part.to))) return refused.outside_space_hours
  if (start < place.valid.from || end > place.valid.to) return refused.outside_agreement
  const { agreed } = place
  if (agreed && outside.some((part) => !covers(agreed, part.from, part.to))) return refused.outside_agreement
  if (place.hasHoursLeft && !place.hasHoursLeft(start, place.beyond.chargedMinutes(outside)))
    return refused.quota
  if (start < ground.soonest || outside.some((part) => part.from < place.soonest)) return refused.too_soon
  if (ground.asks && start < ground.soonestRequested) return refused.rule_ask
  if (place.hostAnswers && start < ground.soonestRequested) return refused.host_answer
  if (start >= ground.tooFar) return refused.too_far
  const before = start - ground.before
  const after = end + ground.after
  const busy = ground.professionalBusy
  if (overlaps(one.taken, Math.max(before, from), Math.min(after, to))) return refused.professional_busy
  if (
    (before < from && overlaps(busy, before, from)) ||
    (to < after && overlaps(busy, Math.max(before, to), after))
  )
    return refused.professional_busy
  if (isOutOfReach(ground, start)) return refused.no_time_to_travel
  const unit = place.units.find(({ id }) => id === one.unitId)
  const unitEnd = after > to ? end + ground.unitAfter : after
  if (
    unit === undefined ||
    (before < from && overlaps(unit.busy, before, from)) ||
    (one.unitTo < unitEnd && overlaps(unit.busy, one.unitTo, unitEnd))
  )
    return refused.unit_busy
  if (overlaps(ground.clientBusy, start, end)) return refused.client_busy
  if (!place.beyond.marginOk(outside, start)) return refused.margin
  const unwantedThere = choice?.beyond?.(outside, start) ?? null
  if (unwantedThere !== null) return refused[unwantedThere]
  return withEquipment(place, start, {
    ok: true,
    unitId: one.unitId,
    parentRentId: one.id,
    over: { hours: { from, to }, outside },
  })
}

/** Their own chair if free, else the unit with the shortest free stretch around the claim, to keep long ones whole; of equals the first. */
const tightestUnit = (units: NonNullable<Ground['place']>['units'], start: number, end: number) => {
  let tightest: Yes | null = null
  let shortest = Infinity
  for (const { own, busy, decision } of units) {
    const free = freeAround(busy, start, end)
    if (own && free >= 0) return decision
    if (free >= 0 && (free < shortest || tightest === null)) {
      tightest = decision
      shortest = free
    }
  }
  return tightest
}

const anywhere: Yes = { ok: true, unitId: null }

export const refused = {
  inactive: { ok: false, reason: 'inactive' },
  payout_missing: { ok: false, reason: 'payout_missing' },
  outside_radius: { ok: false, reason: 'outside_radius' },
  place_too_small: { ok: false, reason: 'place_too_small' },
  under_block: { ok: false, reason: 'under_block' },
  outside_professional_hours: { ok: false, reason: 'outside_professional_hours' },
  off_grid: { ok: false, reason: 'off_grid' },
  no_class: { ok: false, reason: 'no_class' },
  class_full: { ok: false, reason: 'class_full' },
  outside_space_hours: { ok: false, reason: 'outside_space_hours' },
  outside_agreement: { ok: false, reason: 'outside_agreement' },
  quota: { ok: false, reason: 'quota' },
  day_full: { ok: false, reason: 'day_full' },
  outside_service_hours: { ok: false, reason: 'outside_service_hours' },
  outside_service_dates: { ok: false, reason: 'outside_service_dates' },
  day_limit: { ok: false, reason: 'day_limit' },
  week_limit: { ok: false, reason: 'week_limit' },
  month_limit: { ok: false, reason: 'month_limit' },
  too_soon: { ok: false, reason: 'too_soon' },
  too_far: { ok: false, reason: 'too_far' },
  professional_busy: { ok: false, reason: 'professional_busy' },
  no_time_to_travel: { ok: false, reason: 'no_time_to_travel' },
  unit_busy: { ok: false, reason: 'unit_busy' },
  needs_unmet: { ok: false, reason: 'needs_unmet' },
  equipment_busy: { ok: false, reason: 'equipment_busy' },
  client_busy: { ok: false, reason: 'client_busy' },
  margin: { ok: false, reason: 'margin' },
  rule_excluded: { ok: false, reason: 'rule_excluded' },
  rule_own_agenda: { ok: false, reason: 'rule_own_agenda' },
  rule_ask: { ok: false, reason: 'rule_ask' },
  rule_type: { ok: false, reason: 'rule_type' },
  rule_equipment: { ok: false, reason: 'rule_equipment' },
  rule_other_place: { ok: false, reason: 'rule_other_place' },
  rule_distance: { ok: false, reason: 'rule_distance' },
  rule_rent: { ok: false, reason: 'rule_rent' },
  rule_net: { ok: false, reason: 'rule_net' },
  rule_block: { ok: false, reason: 'rule_block' },
  rule_gap: { ok: false, reason: 'rule_gap' },
  host_answer: { ok: false, reason: 'host_answer' },
} as const satisfies Record<SlotReason, Decision>
