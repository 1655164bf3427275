import * as contract from '#contract/booking/hold.ts'
import { call } from '#web/api.ts'

/** Holds the hour of a token; the id of the hold. Refuses as `POST /api/holds` does. */
export const holdHour = async (slotToken: string): Promise<string> =>
  (await call(contract.hold, { body: { slotToken } })).id
