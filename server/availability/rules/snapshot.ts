/** The input of the rules of free time about a professional and their places, and their answers. */
import type { SlotReason } from '#contract/availability/availability.ts'
import type { BookedEquipmentUnit } from '#contract/service/service-needs.ts'
import type { Limits } from '#server/availability/rules/limits.ts'
import type { Choice, Part } from '#server/availability/rules/choice.ts'
import type { Hours, WeeklyWindow } from '#server/availability/hours/hours.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'

/** Everything that decides about one service of one professional at one place. Instants are epoch milliseconds. */
export type Snapshot = {
  readonly now: number
  /** IANA zone of the place, in which all hours are read. */
  readonly zone: string
  /** False when profile, service, space or agreement takes no bookings. */
  readonly active: boolean
  /** The requested home is beyond the professional's radius. */
  readonly isOutside?: boolean
  readonly service: {
    readonly durationMinutes: number
    readonly bufferBeforeMinutes: number
    readonly bufferAfterMinutes: number
    readonly stepMinutes: number
    readonly noticeMinutes: number
    readonly horizonDays: number
    /** The last day of the place on which its licence allows it; absent: no limit. */
    readonly licensedUntil?: number | null | undefined
    /** Pairs of minutes after the start in which the professional is free for another client; absent: none. */
    readonly processes?: readonly number[] | undefined
    /** Dates that have reached its daily cap; absent: none. */
    readonly fullDays?: ReadonlySet<number> | undefined
    /** Weekly hours in which this part of it is given, as minutes after the start; absent: whenever its professional works. */
    readonly ownHours?: readonly OwnHours[] | undefined
    /** The first and the last day of the place on which it is given; absent: any. */
    readonly offered?: { readonly from: number | null; readonly to: number | null } | undefined
    /** Number of persons; absent: one. */
    readonly persons?: number | undefined
  }
  /** `busy` are claims, including their buffers. */
  readonly professional: {
    readonly hours: Hours
    readonly busy: Intervals
    /** An outside calendar of theirs is late: they must confirm, as free time here may be taken there. */
    readonly isUnsure?: boolean
    /** Their limits; absent: none. */
    readonly limits?: Limits | undefined
    /** Starts outside the grid are offered where that sells one more. */
    readonly hasTightStarts?: boolean | undefined
  }
  /** Null at the professional's own place, at homes and online. */
  readonly place: Place | null
  readonly clientBusy?: Intervals
  /** For a class: its sessions there, in order; their time is already claimed. Absent: it is not a class. */
  readonly sessions?: readonly ClassSession[] | undefined
  /** What the professional has at other places, including the travel time on either side. */
  readonly elsewhere?: Intervals | undefined
  /** The professional's rules for this place; absent: none. */
  readonly choice?: Choice | undefined
}

export type OwnHours = {
  readonly fromMinute: number
  readonly toMinute: number
  readonly weekly: readonly WeeklyWindow[]
}

/** A class at an hour; `left`: its free seats. */
export type ClassSession = {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number
  readonly unitId: number | null
  readonly parentRentId: string | null
  readonly left: number
  readonly of: number
}

export type Place = {
  readonly hours: Hours
  /** Null: the agreement covers any hour of the space. */
  readonly agreementWindows: readonly WeeklyWindow[] | null
  /** The whole service must fall inside. Infinity where there is no end. */
  readonly agreementValid: { readonly from: number; readonly to: number }
  readonly minimumMinutes: number
  /** The charged time is below the host's minimum block; a rent charged for the whole block is not. Absent: it is not. */
  readonly isUnderBlock?: boolean
  readonly cleaningMinutes: number
  /** How many people fit in; absent: no limit. */
  readonly capacity?: number | null
  /** The units that the agreement allows, in order of preference among equals; `own`: their chair, which comes first. */
  readonly units: readonly { readonly id: number; readonly own?: boolean; readonly busy: Intervals }[]
  /** The service cannot be given there: missing equipment, too little room, no door. */
  readonly isLacking?: boolean
  /** The shared equipment that the service needs, each in these minutes after the start; absent: none. */
  readonly shared?: readonly Shared[]
  /** Time per week that the agreement allows; absent: no limit. */
  readonly quota?: {
    readonly minutesPerWeek: number
    /** How much of it one booking uses. */
    readonly rentMinutes: number
    /** Minutes already booked, by the day of the week's Monday. */
    readonly usedByMonday: ReadonlyMap<number, number>
  }
  /** The margin guard: does the professional earn after commission, rent and withholdings? A function where the rent varies by start. */
  readonly marginOk: boolean | ((startsAt: number) => boolean)
  /** Has its host set up payouts? Without them, it cannot be booked. */
  readonly payable: boolean
  /** By the agreement the host accepts each visit. */
  readonly hostAnswers?: boolean
  /** How long before its start a rent must be requested. */
  readonly noticeMinutes: number
  /** Hours that the professional has already rented here: within them neither rent nor agreement is needed. */
  readonly rented?: readonly Rented[]
  /** For a service partly in such hours: what the time outside of them uses of the agreement, and whether it is worth it. */
  readonly beyond?: Beyond
}

export type Shared = Pick<BookedEquipmentUnit, 'item' | 'fromMinute' | 'toMinute'> & {
  readonly pieces: readonly { readonly id: number; readonly number: number; readonly busy: Intervals }[]
}

export type Beyond = {
  chargedMinutes(parts: readonly Part[]): number
  marginOk(parts: readonly Part[], startsAt: number): boolean
}

export type Rented = {
  readonly id: string
  readonly unitId: number
  readonly from: number
  readonly to: number
  /** The end of the unit's time, including the cleaning after the last visit. */
  readonly unitTo: number
  /** Time that clients booked of it. */
  readonly taken: Intervals
}

export type Decision =
  /**
   * `session`: a seat of that class. `parentRentId`: within those rented hours; `over`: across their edge, with the parts of the service
   * outside; `equipment`: its shared equipment units.
   */
  | {
      readonly ok: true
      readonly unitId: number | null
      readonly equipment?: readonly BookedEquipmentUnit[]
      readonly session?: ClassSession
      readonly parentRentId?: string
      readonly over?: { readonly hours: Part; readonly outside: readonly Part[] }
    }
  | { readonly ok: false; readonly reason: SlotReason }

export type Yes = Extract<Decision, { readonly ok: true }>

export type Slot = {
  readonly startsAt: number
  readonly endsAt: number
  readonly unitId: number | null
  readonly seats?: { readonly left: number; readonly of: number }
}
export type Day = { readonly date: string; readonly slots: readonly Slot[] }
export type Explanation = {
  /** Why no start of the day was even considered. */
  readonly wholeDay: SlotReason | null
  readonly starts: readonly {
    readonly startsAt: number
    readonly endsAt: number
    readonly decision: Decision
  }[]
}
