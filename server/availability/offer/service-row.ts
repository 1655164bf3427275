/** A service as the engine reads it: its professional, each place where they give it, and all claims there. */
import type { AddOn } from '#contract/service/add-on.ts'
import type { AtHome } from '#contract/service/setting.ts'
import type { Upfront } from '#contract/service/upfront.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import type { Fittings } from '#server/availability/offer/equipment.ts'
import type { Needs } from '#contract/service/service-needs.ts'
import type { ClassSession } from '#server/availability/rules/snapshot.ts'
import type { Away } from '#server/availability/hours/travel.ts'
import type { PlaceTermList } from '#server/pricing/terms.ts'

/** Added to a service of a visit; its price is included in that of the service. */
export type Added = AddOn & { serviceId: number; person?: number | undefined }

export const idsOf = ({ id, parts }: ServiceRow) =>
  parts === undefined ? [id] : [...new Set(parts.map((part) => part.id))]

/** `own`: the chair of this professional. */
export type UnitRow = { id: number; own: boolean; busy: readonly Span[] }

/** Epoch milliseconds. */
export type Span = readonly [start: number, end: number]
export type ServiceRow = {
  id: number
  name: string
  professionalId: number
  zone: string
  active: boolean
  /** An outside calendar of theirs was not read for a while: time that is free here may be taken there. */
  isUnsure: boolean
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  stepMinutes: number
  noticeMinutes: number
  horizonDays: number
  /** The last date of the place on which its cédula allows it; null: it needs none, or one without an end. */
  licensedUntil: number | null
  toleranceMinutes: number
  /** The part of its price that is paid at booking; null: all of it. */
  upfront: Upfront | null
  /** Null: no limit, and no `dayVisits` are read. */
  dailyCap: number | null
  /** Each visit of it around that time: the date on which it counts depends on the requested place. */
  dayVisits: readonly (readonly [startsAt: number, bookingId: string])[] | null
  /** Its own hours beside its professional's; null: all of them. */
  ownHours: readonly WeeklyWindow[] | null
  /** The first and the last date of the place on which it is given; null: any. */
  offeredFrom: string | null
  offeredTo: string | null
  /** The professional's limits; null: none. */
  limits: LimitsRow | null
  priceCents: number
  /** Available add-ons, and the chosen ones: `name`, length and price include these; `plainName` does not. */
  addOns: readonly AddOn[]
  added?: readonly Added[]
  plainName?: string
  /** For several people in one visit: the person of this part, and how many they are. */
  person?: number
  persons?: number
  /** Pairs of minutes after the start in which the professional is free; undefined: they have no service with processes. */
  processes?: readonly number[] | undefined
  /** Requirements of the place; null: none. */
  needs: Needs | null
  /** For a class: its sessions, in order; null: it is not a class. */
  sessions: readonly (ClassSession & { at: number })[] | null
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  busy: readonly Span[]
  /** All stays for visits of a professional who gives services with processes, by place (0: their own) and booking. */
  stays: readonly (readonly [from: number, to: number, place: number, bookingId: string])[]
  clientBusy: readonly Span[]
  /** The places (0: their own) of their bookings around that time, even where they no longer work. */
  takenAt: readonly number[]
  /** The professional's starting point. */
  home: { latitude: number; longitude: number }
  /** As in contract/availability/space-rules.ts; null: no rules. */
  spaceRules: unknown
  /** As in contract/pricing/demand.ts; null: every hour at the service's price. */
  demand: { version: number; rules: unknown } | null
  clientId: number | null
  /** Read only where there is a first-visit offer. */
  isFirstVisit: boolean
  /** It is for first visits, and the client has visited this professional, or will. */
  turnsAway: boolean
  places: readonly PlaceRow[]
  /** Where it is given: at places, at homes (null: not) and online. */
  atPlace: boolean
  atHome: AtHome | null
  online: boolean
  /** For a visit at a home: the travel fee, and whether it is beyond the professional's radius. */
  homeFeeCents?: number
  isOutside?: boolean
  /** For a visit of several services: each of them, in order. */
  parts?: readonly ServiceRow[]
}
type LimitRow = { visits: number | null; minutes: number | null }
export type LimitsRow = {
  day: LimitRow
  week: LimitRow
  month: LimitRow
  tightStarts: boolean
  /** Each visit and class that counts towards the limits around that time. */
  visits: readonly (readonly [startsAt: number, minutes: number, id: string])[]
  /** The current time of a visit that would move. */
  leaving?: { startsAt: number; minutes: number } | undefined
}

export type PlaceRow = {
  /** What the professional has at other places; undefined: nothing, or there are no other places. */
  away?: readonly Away[] | undefined
  /** Only where there are space rules. */
  about: {
    spaceType: string
    equipment: readonly string[]
    latitude: number
    longitude: number
    visits: readonly Span[]
  } | null
  /** The equipment there and its state, where the service needs any of it. */
  fittings?: Fittings | null
  /** Terms for the row's own service there at that moment; null: no terms. */
  terms: PlaceTermList | null
  /** The place's number for travel: the space, 0 for their own, below zero as in bookings.visit_place. */
  at: number
  spaceId: number | null
  hostId: number | null
  agreementId: number | null
  /** By the agreement the host accepts each visit. */
  hostAnswers: boolean
  name: string
  zone: string
  active: boolean
  ratePerHourCents: number
  shareBp: number | null
  shareMinimumCents: number
  baseCents: number
  /** Null: only the base price. */
  rules: unknown
  /** Minutes per week; zero when a trial has used all its visits. */
  quotaMinutes: number | null
  usedWeeks: readonly (readonly [mondayDay: number, minutes: number])[]
  minimumMinutes: number
  blockMinutes: number
  cleaningMinutes: number
  roundingMinutes: number
  noticeMinutes: number
  payable: boolean
  windows: readonly WeeklyWindow[] | null
  validFrom: number | null
  validTo: number | null
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  units: readonly UnitRow[]
  /** How many people fit in; null: no limit. */
  capacity: number | null
  /** Hours that the professional has rented there. */
  rented: readonly {
    id: string
    unitId: number
    from: number
    to: number
    unitTo: number
    taken: readonly Span[]
  }[]
}
