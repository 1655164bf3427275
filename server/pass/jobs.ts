import { devicesOf, forgetOver, unregister } from '#server/pass/device.ts'
import { patch } from '#server/pass/google.ts'
import { pushTo } from '#server/pass/push.ts'
import { passOf } from '#server/pass/pass.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { type Job, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

/** Updates passes in wallets to the booking's state. Safe to repeat: a push only makes a device ask. */
export const update = async (work: Work, { bookingId }: { bookingId: string }) => {
  const { applePass, googleWallet } = work.config
  if (applePass === null && googleWallet === null) return
  const visit = await passOf(work, bookingId)
  if (visit === null) return
  crashPoint('before-pass')
  let isComplete = true
  if (applePass !== null) {
    const devices = await devicesOf(work, bookingId)
    const results =
      devices.length === 0
        ? new Map()
        : await pushTo(
            applePass,
            devices.map((one) => one.push_token),
          )
    crashPoint('sent-pass')
    for (const { device, push_token: token } of devices) {
      if (results.get(token) === 'gone') await unregister(work, { bookingId, device })
      if (results.get(token) === 'failed') isComplete = false
    }
  }
  if (googleWallet !== null && (await patch(googleWallet, visit, work.now)) === 'failed') isComplete = false
  // The queue retries later.
  if (!isComplete) throw new Error('a wallet did not take the change of a pass')
}

export const jobs: readonly Job[] = [
  subscribe('booking.changed', 'pass.update_changed', update),
  subscribe('booking.cancelled', 'pass.update_cancelled', update),
  subscribe('booking.rescued', 'pass.update_rescued', (work, { rescueId }) => updateRescued(work, rescueId)),
  subscribe('booking.unit_moved', 'pass.update_unit', update),
  subscribe('class.seat_moved', 'pass.update_seat', update),
  { every: '19 9 * * *', name: 'pass.forget_devices', run: forgetOver },
]

const updateRescued = async (work: Work, rescueId: string) => {
  const row = await work.db
    .selectFrom('rescues')
    .select('booking_id')
    .where('id', '=', rescueId)
    .executeTakeFirst()
  if (row !== undefined) await update(work, { bookingId: row.booking_id })
}
