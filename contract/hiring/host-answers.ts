import * as z from 'zod/mini'

/** How a host answers applications: of those of the last half year. Null while there is nothing to show. */
export const HostAnswers = z.object({
  ratePercent: z.nullable(z.int()),
  medianHours: z.nullable(z.number()),
  /** "Responde poco" */
  answersLittle: z.boolean(),
})
export type HostAnswers = z.output<typeof HostAnswers>

/** "Responde 92 % de las postulaciones, en unas 5 h"; null while there is nothing to show. */
export const answersText = ({ ratePercent, medianHours }: HostAnswers): string | null =>
  ratePercent === null
    ? null
    : `Responde ${ratePercent} % de las postulaciones${medianHours === null ? '' : `, en unas ${Math.max(1, Math.round(medianHours))} h`}`
