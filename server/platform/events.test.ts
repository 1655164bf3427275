import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { events, type Payload } from '#server/platform/events.ts'
import { publish, type Job, subscribe } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'

const server = join(import.meta.dirname, '..')

/** Publishers: all files but tests, the list itself and the subscriptions. */
const publishers = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing|jobs\.ts$|platform.events\.ts$/.test(file))
  .map((file) => readFileSync(join(server, file), 'utf8'))
  .join('\n')

/** Published as `hand_over.${…}`: the compiler checks which ones. */
const composed = (event: string) => publishers.includes(`\`${event.split('.')[0]}.\${`)

test('every listed event is published somewhere, so that no subscriber waits in vain', () => {
  const unpublished = Object.keys(events).filter(
    (event) => !publishers.includes(`'${event}'`) && !composed(event),
  )
  assert.deepEqual(unpublished, [])
})

test('the compiler refuses an unknown event, a wrong payload and a subscriber of another payload', () => {
  const payload: Payload<'booking.confirmed'> = { bookingId: 'one' }
  const expectsSpace = async (_work: Work, { spaceId }: { spaceId: number }) => spaceId
  const refused = (work: Work): unknown[] => [
    // @ts-expect-error There is no such event.
    publish(work, 'booking.sung', payload),
    // @ts-expect-error It has a booking.
    publish(work, 'booking.confirmed', { entryId: 'one' }),
    // @ts-expect-error A tip has no such move.
    publish(work, 'tip.changed', { tipId: 'one', move: 'sung' }),
    // @ts-expect-error No one publishes it.
    subscribe('booking.sung', 'test.sung', async () => undefined),
    // @ts-expect-error Its payload has no space.
    subscribe('booking.confirmed', 'test.confirmed', expectsSpace),
  ]
  // @ts-expect-error Only `subscribe` knows the payload.
  const unparsed: Job = { event: 'booking.confirmed', name: 'test', run: expectsSpace }
  assert.deepEqual([typeof refused, unparsed.name], ['function', 'test'])
})
