import type { Booking, Delays } from '#contract/booking/booking.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

/** "16:10": when a late client or professional arrives. */
export const arrivesAt = ({ startsAt, zone }: Pick<Booking, 'startsAt' | 'zone'>, minutes: number) =>
  timeOf(new Date(Date.parse(startsAt) + minutes * minuteMs).toISOString(), zone)

/** The delays that each party announced before a no-show, for the viewer. */
export const saidBefore = ({ client, professional }: Delays, zone: string): string[] => [
  ...(client === null
    ? []
    : [`El cliente avisó a las ${timeOf(client.saidAt, zone)} que llegaba ${client.minutes} min tarde.`]),
  ...(professional === null
    ? []
    : [
        `Quien atiende avisó a las ${timeOf(professional.saidAt, zone)} que iba ${professional.minutes} min tarde.`,
      ]),
]
