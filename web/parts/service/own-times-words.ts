/** When a service is offered, as a sentence for the professional before saving. */
import { ownTimesProblem } from '#contract/service/own-hours.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { weekWords } from '#web/parts/time/week-words.ts'

type Times = Pick<ServiceDraft, 'ownHours' | 'offeredFrom' | 'offeredTo'>

/** A sentence, or the problem with the input. */
export const ownTimesWords = (times: Times): string => {
  const wrong = ownTimesProblem(times)
  if (wrong !== null) return wrong.problem
  const { ownHours, offeredFrom, offeredTo } = times
  const dates =
    offeredFrom !== null && offeredTo !== null
      ? ` del ${longDate(offeredFrom)} al ${longDate(offeredTo)}`
      : offeredFrom !== null
        ? ` desde el ${longDate(offeredFrom)}`
        : offeredTo !== null
          ? ` hasta el ${longDate(offeredTo)}`
          : ''
  if (ownHours === null)
    return dates === '' ? 'Se ofrece en todo tu horario.' : `Se ofrece en tu horario,${dates}.`
  return `Se ofrece ${weekWords(ownHours)},${dates === '' ? '' : `${dates},`} dentro de tu horario: empieza y termina en esas horas.`
}
