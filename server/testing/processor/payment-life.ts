/** The life of one payment, for a server that crashes midway (payment/charge/crash.test.ts); run as a file by the killed process. */
import { openContext } from '#server/app.ts'
import { execute, settle } from '#server/payment/charge/payment.ts'
import { prepare } from '#server/payment/charge/charge-start.ts'
import { followClock } from '#server/payment/jobs.ts'
import { payDue } from '#server/payment/payout/payout.ts'
import type { Settlement } from '#server/payment/charge/settlement.ts'
import { readConfig } from '#server/platform/config.ts'
import { type CrashPoint, crashPoints } from '#server/platform/database/crash-points.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { registerJobs } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { type AppContext, ownWork } from '#server/platform/work.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { testTerms } from '#server/pricing/terms.cases.ts'

export const bookedAt = new Date('2026-11-20T16:00:00Z')
/** Ten days later: the card is saved, authorized, charged. */
export const startsAt = new Date('2026-11-30T16:00:00Z')

/** Which life passes this point; null: none of payment's. */
export const scenarioOf = (place: CrashPoint): 'complete' | 'refund' | 'void' | null => {
  if (place.endsWith('-void')) return 'void'
  if (place.endsWith('-refund')) return 'refund'
  return /-(save-card|authorize|authorize-record|capture|capture-record|transfer)$|^inside-settle$/.test(
    place,
  )
    ? 'complete'
    : null
}

/** How that life ends. */
export const endOf = (place: CrashPoint): Settlement =>
  scenarioOf(place) === 'complete'
    ? settlementOfSplit(splitUnder(testTerms(), { serviceCents: 100_000, rentCents: 30_000 }), {
        clientId: 1,
        professionalId: 2,
        hostId: 3,
      })
    : { kind: 'cancellation', keepCents: 0, shares: [], extras: [] }

/** Prepared, authorized, charged, settled and paid out by the given server, whose clock it sets. */
export const live = async (
  kalli: AppContext,
  setClock: (to: Date) => void,
  bookingId: string,
  place: CrashPoint,
) => {
  const paymentId = await prepare(ownWork(kalli), {
    bookingId,
    amountCents: 100_000,
    startsAt,
    token: 'tok_timeout',
  })
  await execute(ownWork(kalli), paymentId)
  const daysBefore = scenarioOf(place) === 'void' ? [5] : [5, 1]
  for (const days of daysBefore) {
    setClock(new Date(startsAt.getTime() - days * 86_400_000))
    await followClock(ownWork(kalli))
  }
  await settle(ownWork(kalli), { bookingId, settlement: endOf(place) })
  await execute(ownWork(kalli), paymentId)
  setClock(new Date(startsAt.getTime() + 3 * 86_400_000))
  await payDue(ownWork(kalli))
}

const liveAlone = async (bookingId: string, place: CrashPoint) => {
  const config = readConfig({
    ...process.env,
    KALLI_SECRET: 'only-for-tests-0123456789abcdef0123456789',
    KALLI_LOG_LEVEL: 'silent',
  })
  const database = openDatabase(config.databaseUrl ?? '')
  let now = bookedAt
  const kalli = openContext({ config, database, log: openLog('silent'), clock: () => now })
  registerJobs([])
  await live(kalli, (to) => void (now = to), bookingId, place)
  await database.close()
}

const [, script, bookingId = '', name] = process.argv
const place = crashPoints.find((known) => known === name)
if (script === import.meta.filename && place !== undefined) await liveAlone(bookingId, place)
