/** Separate file: pages that only list services do not need it. */
import * as z from 'zod/mini'
import { ExplainedDay } from '#contract/availability/availability.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { ServiceInput } from '#contract/service/service.ts'
import { Id, LocalDate } from '#contract/platform/shapes.ts'

/** The settings that decide at which hours a service is offered. */
const Tried = z.pick(ServiceInput, {
  durationMinutes: true,
  bufferBeforeMinutes: true,
  bufferAfterMinutes: true,
  phases: true,
  needs: true,
  stepMinutes: true,
  noticeMinutes: true,
  horizonDays: true,
  dailyCap: true,
  ownHours: true,
  offeredFrom: true,
  offeredTo: true,
  priceCents: true,
})

export const previewSlots = endpoint({
  method: 'POST',
  path: '/api/professional/services/:id/preview-slots',
  summary: 'Preview the slots of a service on a date with unsaved settings',
  access: 'professional',
  params: z.object({ id: Id }),
  query: z.object({ date: LocalDate }),
  body: Tried,
  reply: ExplainedDay,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
