/**
 * How the visits of an account's calendar are coloured: by what they are, by service or by person, and which colour was chosen for which.
 * Each side of an account (professional, host) has its own. Where nothing was chosen, a colour follows from what it is of.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/shapes.ts'

export const colourings = { kind: 'Tipo', service: 'Servicio', person: 'Persona' } as const
export type Colouring = keyof typeof colourings

/** What each is called, in the order of its number, from one on. */
export const colourNames = [
  'Jacaranda',
  'Barro',
  'Agave',
  'Maíz',
  'Cielo',
  'Bugambilia',
  'Musgo',
  'Piedra',
] as const

const Side = z.enum(['professional', 'host'])
export type CalendarSide = z.output<typeof Side>

const ChosenColour = z.object({
  of: z.enum(['service', 'person']),
  /**
   * Of a professional: their service, or the client as in their book. Of a host: the professional; a service by the number of its name
   * (`numberOfName`), since services of one name of several professionals have one colour.
   */
  id: Id,
  /** The number of a colour of `colourNames`, from one on. */
  colour: z.int().check(z.gte(1), z.lte(colourNames.length)),
})
export type ChosenColour = z.output<typeof ChosenColour>

export const CalendarLook = z.object({
  by: z.enum(['kind', 'service', 'person']),
  colours: z.array(ChosenColour).check(z.maxLength(500)),
})
export type CalendarLook = z.output<typeof CalendarLook>

export const calendarLook = endpoint({
  method: 'GET',
  path: '/api/calendar/look/:side',
  summary: 'How my calendar is coloured, as a professional or as a host',
  access: 'account',
  params: z.object({ side: Side }),
  reply: CalendarLook,
  refusals: ['not_found'],
})

export const saveCalendarLook = endpoint({
  method: 'PUT',
  path: '/api/calendar/look/:side',
  summary: 'Colour my calendar so from now on, as a whole; of two devices the later one counts',
  access: 'account',
  params: z.object({ side: Side }),
  body: CalendarLook,
  reply: CalendarLook,
  refusals: ['not_found', 'invalid_input'],
})
