/** Decisions about notices that need no database. */
import { type Category, doneIn, type SpaceType } from '#contract/professional/categories.ts'
import type { NotificationEvent, NotificationWay } from '#contract/notification/notification.ts'

/** As far as somebody goes to work in a city of this traffic: half an hour at 20 km/h. */
export const nearKm = 10

/** However full the city: one new place is told to so many, the nearest first. */
export const mostTold = 200
/** And of so many, the nearest, it is looked whether their day still has room. */
export const mostAsked = 10 * mostTold

/** A person hears of so many matches in a day; what comes after is found by searching. */
export const mostMatchesADay = 5

/** A match is news for two months, other notices are kept for half a year. */
export const keptDays = { matches: 60, others: 180 } as const

/** Types of space for somebody of these categories. */
export const spaceTypesFor = (categories: readonly string[]): SpaceType[] =>
  typesOfSpace.filter((type) => fitting(type, categories).length > 0)

/** What of somebody's work can be done in a place of this type, in the order of the type. */
export const fitting = (type: SpaceType, categories: readonly string[]): Category[] =>
  doneIn[type].filter((category) => categories.includes(category))

const typesOfSpace = ['chair', 'room', 'cabin', 'station', 'consulting_room', 'hall'] as const

export type Ways = Readonly<Record<NotificationWay, boolean>>
export type Role = 'professional' | 'host' | 'client'

const bell = { app: true, push: false, whatsapp: false, sms: false, email: false }
const letter = { ...bell, email: true }
/** Somebody waits for an answer: on a browser that was asked to tell, and by letter where that does not arrive. */
const waited = { ...letter, push: true }
/** On a telephone by whichever way its owner opened; a text message costs, so it is asked for. */
const urgent = { ...letter, push: true, whatsapp: true }

/**
 * Who can hear of what, and how they do until they choose. Matches come unasked, so they never write; what
 * changes somebody's day does both, and reaches the telephone of whoever opened a way to it.
 */
export const events: Readonly<Record<NotificationEvent, { roles: readonly Role[]; ways: Ways }>> = {
  space_match: { roles: ['professional'], ways: bell },
  professional_match: { roles: ['host'], ways: bell },
  invitation: { roles: ['professional', 'host'], ways: waited },
  // Said against somebody, or to be seen to: there are hours to answer, and silence costs money.
  problem: { roles: ['professional', 'host'], ways: waited },
  // An hour, a place or another hour is held for minutes or hours; the letter that asks always leaves.
  answer_wanted: { roles: ['client'], ways: { ...urgent, app: false } },
  reminder: { roles: ['client'], ways: { ...urgent, app: false, sms: true } },
  booking_requested: { roles: ['professional'], ways: urgent },
  booking_confirmed: { roles: ['professional', 'host', 'client'], ways: urgent },
  booking_cancelled: { roles: ['professional', 'host', 'client'], ways: urgent },
  application: { roles: ['professional', 'host'], ways: waited },
  agreement: { roles: ['professional', 'host'], ways: letter },
  booking_completed: { roles: ['professional', 'host'], ways: bell },
  message: { roles: ['professional', 'host', 'client'], ways: waited },
  review: { roles: ['professional', 'host', 'client'], ways: letter },
  payout: { roles: ['professional', 'host'], ways: letter },
}

/** By WhatsApp and SMS goes what somebody must know in time: each costs, and rings. A browser tells of anything. */
const telephone = ['reminder', 'answer_wanted', 'booking_requested', 'booking_confirmed', 'booking_cancelled']

/** The ways that somebody of these roles can choose for it. A client has no bell, and a receipt is always a letter. */
export const openWays = (event: NotificationEvent, roles: readonly string[]): NotificationWay[] => {
  const serves = events[event].roles.some((role) => role !== 'client' && roles.includes(role))
  const books = events[event].roles.includes('client') && roles.includes('client')
  return [
    ...(serves ? (['app'] as const) : []),
    ...(serves || (books && event !== 'review') ? (['push'] as const) : []),
    ...(telephone.includes(event) && (serves || books) ? (['whatsapp', 'sms'] as const) : []),
    ...(serves || (books && ['reminder', 'review', 'message'].includes(event)) ? (['email'] as const) : []),
  ]
}
