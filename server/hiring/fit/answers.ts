/** A host's response to applications in the last half year: the share answered within 72 hours, and the median time. */
import { sql } from 'kysely'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { applicationLimits } from '#contract/hiring/application-moves.ts'
import type { HostAnswers } from '#contract/hiring/host-answers.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import type { Work } from '#server/platform/work.ts'

const halfYear = 182 * dayMs
/** With fewer answers, one late answer would look like a habit. */
const minAnswers = 3
const littlePercent = 50

export const answersOf = async (work: Work, hostId: number): Promise<HostAnswers> => {
  const { rows } = await sql<AnswersRow>`
    select ${answerColumns} from applications a where ${countsFor(work)} and a.host_id = ${hostId}`.execute(
    work.db,
  )
  return presentAnswers(rows[0] ?? { questions: 0, inTime: 0, medianHours: null })
}

export type AnswersRow = { questions: number; inTime: number; medianHours: number | null }

/** Answered, or unanswered beyond the deadline; one withdrawn before does not count. */
export const countsFor = (work: Work) => sql`a.sent_at > ${after(work.now, -halfYear)}
  and (a.answered_at is not null or a.status <> 'withdrawn'
    and a.sent_at <= ${after(work.now, -applicationLimits.answerHours * hourMs)})`

export const answerColumns = sql`count(*)::int as questions,
  count(*) filter (where a.answered_at <= a.sent_at + interval '72 hours')::int as "inTime",
  (percentile_cont(0.5) within group (order by extract(epoch from a.answered_at - a.sent_at) / 3600))::float as "medianHours"`

export const presentAnswers = ({ questions, inTime, medianHours }: AnswersRow): HostAnswers => {
  const ratePercent = questions < minAnswers ? null : Math.round((100 * inTime) / questions)
  return {
    ratePercent,
    medianHours: ratePercent === null || medianHours === null ? null : Math.round(medianHours * 10) / 10,
    answersLittle: ratePercent !== null && ratePercent < littlePercent,
  }
}
