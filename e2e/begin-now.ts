/** A visit cannot start before its time: a test's visit, whose client arrived early, starts now. */
import { expect } from '@playwright/test'
import { inDatabase } from './database.ts'

/** By the code of a visit's client, or by the id of rented hours. */
export const beginNow = (codeOrId: string) =>
  inDatabase((client) =>
    // The page may show it before the server has answered.
    expect
      .poll(async () => {
        const { rowCount } = await client.query(
          `update bookings set starts_at = least(starts_at, now() - interval '1 minute'),
             local_start = least(starts_at, now() - interval '1 minute') at time zone zone
           where status = 'in_progress' and (arrival_code = $1 or id::text = $1)`,
          [codeOrId],
        )
        return rowCount
      })
      .toBe(1),
  )
