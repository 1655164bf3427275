import * as z from 'zod/mini'

/** How a host answers applications, over the last half year. Null without enough data. */
export const HostAnswers = z.object({
  ratePercent: z.nullable(z.int()),
  medianHours: z.nullable(z.number()),
  /** "Responde poco" */
  answersLittle: z.boolean(),
})
export type HostAnswers = z.output<typeof HostAnswers>

/** "Responde 92 % de las postulaciones, en unas 5 h"; null without enough data. */
export const answersText = ({ ratePercent, medianHours }: HostAnswers): string | null =>
  ratePercent === null
    ? null
    : `Responde ${ratePercent} % de las postulaciones${medianHours === null ? '' : `, en unas ${Math.max(1, Math.round(medianHours))} h`}`
