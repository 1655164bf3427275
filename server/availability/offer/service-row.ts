/** A service as the engine reads it: its professional, each place where they give it, and all that is claimed there. */
import type { AddOn } from '#contract/service/add-on.ts'
import type { AtHome } from '#contract/service/setting.ts'
import type { Upfront } from '#contract/service/upfront.ts'
import type { HoursException, WeeklyWindow } from '#server/availability/hours/hours.ts'
import type { Fittings } from '#server/availability/offer/equipment.ts'
import type { Needs } from '#contract/service/service-needs.ts'
import type { ClassSession } from '#server/availability/rules/snapshot.ts'
import type { Away } from '#server/availability/hours/travel.ts'
import type { PlaceTermList } from '#server/pricing/terms.ts'

/** Of a service in a visit; its price is inside that of the service. */
export type Added = AddOn & { serviceId: number; person?: number | undefined }

export const idsOf = ({ id, parts }: ServiceRow) =>
  parts === undefined ? [id] : [...new Set(parts.map((part) => part.id))]

/** `own`: the chair of the professional in question. */
export type UnitRow = { id: number; own: boolean; busy: readonly Span[] }

/** Epoch milliseconds. */
export type Span = readonly [start: number, end: number]
export type ServiceRow = {
  id: number
  name: string
  professionalId: number
  zone: string
  active: boolean
  /** A calendar outside of theirs was not read for a while: what is free here may be taken there. */
  isUnsure: boolean
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  stepMinutes: number
  noticeMinutes: number
  horizonDays: number
  /** The last date of the place on which its cédula lets it be given; null: it needs none, or one without an end. */
  licensedUntil: number | null
  toleranceMinutes: number
  /** What of its price is paid when one books; null: all of it. */
  upfront: Upfront | null
  /** Null: no limit, and nothing is read of `dayVisits`. */
  dailyCap: number | null
  /** Each visit of it around that time: on which date it counts depends on the requested place. */
  dayVisits: readonly (readonly [startsAt: number, bookingId: string])[] | null
  /** When it is given beside its professional's hours; null: in all of them. */
  ownHours: readonly WeeklyWindow[] | null
  /** The first and the last date of the place on which it is given; null: any. */
  offeredFrom: string | null
  offeredTo: string | null
  /** What its professional takes on; null: as much as there is time for. */
  limits: LimitsRow | null
  priceCents: number
  /** What may be added, and what is: `name`, length and price have it inside; `plainName` has not. */
  addOns: readonly AddOn[]
  added?: readonly Added[]
  plainName?: string
  /** Of several people in one visit: whose part it is, and how many they are. */
  person?: number
  persons?: number
  /** Pairs of minutes after the start in which hands are free; undefined: its professional has no service with any. */
  processes?: readonly number[] | undefined
  /** What it cannot be given without; null: nothing. */
  needs: Needs | null
  /** Of a class: when it is given, in order; null: it is none. */
  sessions: readonly (ClassSession & { at: number })[] | null
  weekly: readonly WeeklyWindow[] | null
  exceptions: readonly HoursException[]
  busy: readonly Span[]
  /** All of the visits of a professional who gives services with processes, by place (0: their own) and booking. */
  stays: readonly (readonly [from: number, to: number, place: number, bookingId: string])[]
  clientBusy: readonly Span[]
  /** The places (0: their own) of what they have around that time, be it where they work no more. */
  takenAt: readonly number[]
  /** Where the professional sets out from. */
  home: { latitude: number; longitude: number }
  /** As contract/availability/space-rules.ts says; null: no rules. */
  spaceRules: unknown
  /** As contract/pricing/demand.ts says; null: every hour at the service's price. */
  demand: { version: number; rules: unknown } | null
  clientId: number | null
  /** Requested only where there is an offer for it. */
  isFirstVisit: boolean
  /** It is for first visits, and who asks has been with this professional, or is to come. */
  turnsAway: boolean
  places: readonly PlaceRow[]
  /** How it is given at homes; null: it is not. */
  atPlace: boolean
  atHome: AtHome | null
  online: boolean
  /** Of a visit at a home: what going there costs, and whether it is farther than its professional goes. */
  homeFeeCents?: number
  isOutside?: boolean
  /** Of a visit of several services: each of them, in order. */
  parts?: readonly ServiceRow[]
}
type LimitRow = { visits: number | null; minutes: number | null }
export type LimitsRow = {
  day: LimitRow
  week: LimitRow
  month: LimitRow
  tightStarts: boolean
  /** Each visit and class that counts around that time. */
  visits: readonly (readonly [startsAt: number, minutes: number, id: string])[]
  /** Where the visit in question is now, if it goes elsewhere. */
  leaving?: { startsAt: number; minutes: number } | undefined
}

export type PlaceRow = {
  /** What the professional has at other places; undefined: nothing, or there are none. */
  away?: readonly Away[] | undefined
  /** Only where there are rules to go by. */
  about: {
    spaceType: string
    equipment: readonly string[]
    latitude: number
    longitude: number
    visits: readonly Span[]
  } | null
  /** The equipment there and its state, where the service needs any of it. */
  fittings?: Fittings | null
  /** By which the row's own service is sold there at that moment; null: there are no rules for it. */
  terms: PlaceTermList | null
  /** As travel counts places: the space, 0 their own, below zero where bookings.visit_place says. */
  at: number
  spaceId: number | null
  hostId: number | null
  agreementId: number | null
  /** By its agreement the host answers each visit. */
  hostAnswers: boolean
  name: string
  zone: string
  active: boolean
  ratePerHourCents: number
  shareBp: number | null
  shareMinimumCents: number
  baseCents: number
  /** Null: nothing but the base price. */
  rules: unknown
  /** Minutes of a week; zero when a trial has had all its visits. */
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
