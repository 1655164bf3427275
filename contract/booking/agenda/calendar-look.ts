/**
 * Colours of visits in a calendar: by kind, by service or by person, with the colour chosen for each. Each side of an
 * account (professional, host) has its own. Where none was chosen, the colour is derived from the item.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/shapes.ts'

export const colourings = { kind: 'Tipo', service: 'Servicio', person: 'Persona' } as const
export type Colouring = keyof typeof colourings

/** Colour names, in the order of their numbers, from 1. */
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
   * For a professional: the service or client card. For a host: the professional, or the number of a service's name
   * (`numberOfName`), since services of the same name of several professionals share one colour.
   */
  id: Id,
  /** The number of a colour in `colourNames`, from 1. */
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
  summary: 'Get how the calendar is coloured, for the professional or the host',
  access: 'account',
  params: z.object({ side: Side }),
  reply: CalendarLook,
  refusals: ['not_found'],
})

export const saveCalendarLook = endpoint({
  method: 'PUT',
  path: '/api/calendar/look/:side',
  summary: 'Replace how the calendar is coloured; the later of two devices wins',
  access: 'account',
  params: z.object({ side: Side }),
  body: CalendarLook,
  reply: CalendarLook,
  refusals: ['not_found', 'invalid_input'],
})
