/** All that the rules of free time know of a professional and their places, and what they answer. */
import type { SlotReason } from '#contract/availability/availability.ts'
import type { BookedEquipmentUnit } from '#contract/service/service-needs.ts'
import type { Limits } from '#server/availability/rules/limits.ts'
import type { Choice, Part } from '#server/availability/rules/choice.ts'
import type { Hours, WeeklyWindow } from '#server/availability/hours/hours.ts'
import type { Intervals } from '#server/availability/zone/intervals.ts'

/** All that decides about one service of one professional at one place. Instants are epoch milliseconds. */
export type Snapshot = {
  readonly now: number
  /** IANA zone of the place, in which all hours are read. */
  readonly zone: string
  /** False when profile, service, space or agreement takes no bookings. */
  readonly active: boolean
  /** The home where it would be is farther than the professional goes. */
  readonly isOutside?: boolean
  readonly service: {
    readonly durationMinutes: number
    readonly bufferBeforeMinutes: number
    readonly bufferAfterMinutes: number
    readonly stepMinutes: number
    readonly noticeMinutes: number
    readonly horizonDays: number
    /** The last day of the place on which it may be given at all; absent: there is none. */
    readonly licensedUntil?: number | null | undefined
    /** Pairs of minutes after the start in which the professional is free for another client; absent: none. */
    readonly processes?: readonly number[] | undefined
    /** Dates that have all the visits of it that they may have; absent: none. */
    readonly fullDays?: ReadonlySet<number> | undefined
    /** Hours of the week in which this part of it is given, as minutes after the start; absent: whenever its professional works. */
    readonly ownHours?: readonly OwnHours[] | undefined
    /** The first and the last day of the place on which it is given; absent: any. */
    readonly offered?: { readonly from: number | null; readonly to: number | null } | undefined
    /** How many people come; absent: one. */
    readonly persons?: number | undefined
  }
  /** `busy` are claims, their own buffers inside. */
  readonly professional: {
    readonly hours: Hours
    readonly busy: Intervals
    /** An outside calendar of theirs is late: they must confirm, as free time here may be taken there. */
    readonly isUnsure?: boolean
    /** What they take on; absent: as much as there is time for. */
    readonly limits?: Limits | undefined
    /** Starts beside the grid are offered where that sells one more. */
    readonly hasTightStarts?: boolean | undefined
  }
  /** Null at the professional's own place, at homes and online. */
  readonly place: Place | null
  readonly clientBusy?: Intervals
  /** Of a class: when it is given there, in order; its time was taken when it was set. Absent: it is no class. */
  readonly sessions?: readonly ClassSession[] | undefined
  /** What the professional has at other places, with the way there and from there on either side. */
  readonly elsewhere?: Intervals | undefined
  /** How the professional wants to work there; absent: any way. */
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
  readonly insideId: string | null
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
  /** Less than the host lets at once, by what is charged: who pays the block has it. Absent: it is not. */
  readonly isUnderBlock?: boolean
  readonly cleaningMinutes: number
  /** How many people fit in; absent: no limit. */
  readonly capacity?: number | null
  /** The units that the agreement allows, in the order in which equals are preferred; `own`: their chair, which comes first. */
  readonly units: readonly { readonly id: number; readonly own?: boolean; readonly busy: Intervals }[]
  /** The service cannot be given there: missing equipment, too little room, no door. */
  readonly isLacking?: boolean
  /** What its units share and the service needs, each in these minutes after the start; absent: nothing. */
  readonly shared?: readonly Shared[]
  /** Time at the place that the agreement leaves, by week; absent: as much as one likes. */
  readonly quota?: {
    readonly minutesPerWeek: number
    /** What one booking takes of it. */
    readonly rentMinutes: number
    /** What is booked already, by the day of its Monday. */
    readonly usedByMonday: ReadonlyMap<number, number>
  }
  /** The margin guard: does the professional still earn after commission, rent and withholdings? Requested of the start where the rent depends on it. */
  readonly marginOk: boolean | ((startsAt: number) => boolean)
  /** Has its host set up payouts? Without them, it cannot be booked. */
  readonly payable: boolean
  /** By the agreement the host answers each visit. */
  readonly hostAnswers?: boolean
  /** How long before its start a rent must be requested. */
  readonly noticeMinutes: number
  /** Hours that the professional has rented here already: within them there is neither rent nor agreement to ask for. */
  readonly rented?: readonly Rented[]
  /** Of a service that lies partly in such hours: what the time outside of them takes of the agreement, and whether it is worth it. */
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
  /** The unit is theirs until then: cleaning after the last. */
  readonly unitTo: number
  /** What clients booked of it. */
  readonly taken: Intervals
}

export type Decision =
  /**
   * `session`: a seat of that class. `insideId`: within those rented hours; `over`: over their edge, with what of the service lies outside; `equipment`: what it has of
   * the things that units share.
   */
  | {
      readonly ok: true
      readonly unitId: number | null
      readonly equipment?: readonly BookedEquipmentUnit[]
      readonly session?: ClassSession
      readonly insideId?: string
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
