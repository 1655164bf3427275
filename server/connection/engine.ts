/**
 * Compares what Kalli wants in a calendar with what is there: events are written, moved and removed until both agree, whatever gets
 * lost on the way and however often it is repeated. An event that the owner moved or deleted there is never overwritten and never
 * followed: it becomes a question. It knows neither provider nor database; engine.properties.test.ts interrupts it at every step.
 */
import { createHash } from 'node:crypto'
import { type OwnEvent, ProviderProblem, type RemoteEvent } from '#server/connection/provider/provider.ts'

/** A visit, rent, class or block, as it should appear there. `ref` is our name for it. */
export type Entry = {
  ref: string
  title: string
  place: string
  link: string
  startsAt: Date
  endsAt: Date
  /** The calendar of its unit, where not all events go into one. */
  calendarId?: string
}

export type Written = {
  ref: string
  calendarId: string
  eventId: string
  /** Digest of the written content; null: it was sent, and whether it arrived is unknown. */
  digest: string | null
  etag: string | null
  /** Kalli is removing it: its absence there is no decision of its owner. */
  removing: boolean
  startsAt: Date
  endsAt: Date
}

/** A question to the owner. `digest`: what Kalli wanted when it was found; when that changes, the question is void. */
export type Difference = {
  ref: string
  kind: 'moved' | 'deleted'
  hour: { start: number; end: number } | null
  digest: string
}

/** The state between two runs; each call is committed when it returns. */
export type Ledger = {
  written(): Promise<Written[]>
  save(written: Written): Promise<void>
  forget(ref: string): Promise<void>
  open(): Promise<Difference[]>
  ask(difference: Difference): Promise<void>
  /** The question is void. */
  settle(ref: string): Promise<void>
}

/** The provider, with the access token already bound. */
export type Remote = {
  insert(calendarId: string, event: OwnEvent): Promise<string | null>
  replace(calendarId: string, event: OwnEvent, etag: string | null): Promise<string | null>
  remove(calendarId: string, eventId: string): Promise<void>
  find(calendarId: string, eventId: string): Promise<RemoteEvent | null>
}

type Run = { ledger: Ledger; remote: Remote; by: string }

/** Google's ids are base32hex, 5 to 1024 characters: 130 bits of a digest, the same for the same subject of the same Kalli. */
export const eventIdOf = (by: string, ref: string): string => {
  const bits = createHash('sha256').update(`${by} ${ref}`).digest()
  return Array.from(bits.subarray(0, 26), (byte) => (byte % 32).toString(32)).join('')
}

/** Without the link: a new address of Kalli does not rewrite events. */
export const digestOf = ({ title, place, startsAt, endsAt }: Entry): string =>
  createHash('sha256')
    .update(JSON.stringify([hourOf({ start: startsAt.getTime(), end: endsAt.getTime() }), title, place]))
    .digest('base64url')
    .slice(0, 22)

export const hourOf = ({ start, end }: { start: number; end: number }) =>
  `${new Date(start).toISOString()}/${new Date(end).toISOString()}`

/** `target`: the calendar of entries without their own. Null: they are not written, and written ones are removed. */
export const write = async (
  run: Run,
  { desired, target, now }: { desired: readonly Entry[]; target: string | null; now: Date },
): Promise<void> => {
  const wanted = new Map(desired.map((entry) => [entry.ref, entry.calendarId ?? target]))
  const questions = new Map((await run.ledger.open()).map((question) => [question.ref, question]))
  const there = new Map<string, Written>()
  for (const written of await run.ledger.written()) {
    if (wanted.get(written.ref) === written.calendarId) there.set(written.ref, written)
    else
      await takeAway(run, written, {
        now,
        isWanted: wanted.has(written.ref),
        isOpen: questions.has(written.ref),
      })
  }
  for (const entry of desired) {
    const into = entry.calendarId ?? target
    if (into === null) continue
    const digest = digestOf(entry)
    const question = questions.get(entry.ref)
    if (question?.digest === digest && there.has(entry.ref)) continue
    if (question !== undefined) await run.ledger.settle(entry.ref)
    const written = there.get(entry.ref)
    if (written?.digest === digest && !written.removing && question === undefined) continue
    await put(run, into, entry, written)
  }
}

/** Past events stay in their owner's calendar as they were. */
const takeAway = async (
  { ledger, remote }: Run,
  written: Written,
  { now, isWanted, isOpen }: { now: Date; isWanted: boolean; isOpen: boolean },
) => {
  if (isOpen) await ledger.settle(written.ref)
  const isOver = written.endsAt <= now && !isWanted && !written.removing
  if (!isOver) {
    // Recorded before the removal: after a crash in between its absence is still our own doing.
    if (!written.removing) await ledger.save({ ...written, removing: true })
    await remote.remove(written.calendarId, written.eventId)
  }
  await ledger.forget(written.ref)
}

const eventOf = (by: string, { ref, title, place, link, startsAt, endsAt }: Entry): OwnEvent => ({
  title,
  place,
  link,
  startsAt,
  endsAt,
  id: eventIdOf(by, ref),
  mark: {
    by,
    ref,
    hour: hourOf({ start: startsAt.getTime(), end: endsAt.getTime() }),
  },
})

const put = async (run: Run, target: string, entry: Entry, before: Written | undefined): Promise<void> => {
  const { ledger, remote, by } = run
  const event = eventOf(by, entry)
  const saved: Written = {
    ref: entry.ref,
    calendarId: target,
    eventId: event.id,
    digest: digestOf(entry),
    etag: null,
    removing: false,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
  }
  if (before?.etag) {
    const etag = await attempt(remote.replace(target, event, before.etag))
    if (etag === 'changed')
      return meet(run, { event, saved, wasThere: before.digest !== null && !before.removing })
    if (etag !== 'gone' && etag !== 'there') return ledger.save({ ...saved, etag: etag.etag })
  }
  // Recorded before the request: an event whose response is lost is still known to be ours.
  await ledger.save({ ...saved, digest: null })
  const etag = await attempt(remote.insert(target, event))
  if (etag === 'there') return meet(run, { event, saved, wasThere: false })
  if (typeof etag === 'string') throw new ProviderProblem('unreachable')
  return ledger.save({ ...saved, etag: etag.etag })
}

/** Failures after which the run can continue; others are thrown. */
const attempt = async (
  call: Promise<string | null>,
): Promise<{ etag: string | null } | 'there' | 'changed' | 'gone'> => {
  try {
    return { etag: await call }
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    const { failure } = error
    if (failure === 'there' || failure === 'changed' || failure === 'gone') return failure
    throw error
  }
}

type Meeting = { event: OwnEvent; saved: Written; wasThere: boolean }

/** The version there is unknown: our own whose response was lost, or the owner's. */
const meet = async ({ ledger, remote }: Run, { event, saved, wasThere }: Meeting): Promise<void> => {
  const found = await remote.find(saved.calendarId, event.id)
  if (found === null) throw new ProviderProblem('unreachable')
  const change = changeIn(found, found.mark?.hour ?? event.mark.hour)
  const digest = saved.digest ?? ''
  if (change === 'moved' || (change === 'deleted' && wasThere)) {
    await ledger.ask({ ref: saved.ref, kind: change, hour: found.span, digest })
    return ledger.save({ ...saved, etag: found.etag })
  }
  const etag = await remote.replace(saved.calendarId, event, found.etag)
  return ledger.save({ ...saved, etag })
}

/** Compared with the written hour, which the event carries: moving the event does not change that mark. */
const changeIn = (found: RemoteEvent, written: string): 'moved' | 'deleted' | null => {
  if (found.isGone) return 'deleted'
  return found.span !== null && hourOf(found.span) !== written ? 'moved' : null
}

/** An event of the target calendar, as read. True: Kalli wrote it, so it takes no time a second time. */
export const see = async (
  { ledger }: Pick<Run, 'ledger'>,
  written: Written,
  found: RemoteEvent,
  isOpen: boolean,
): Promise<void> => {
  // An event being written or removed is settled by writing.
  if (written.removing || written.digest === null) return
  const hour = hourOf({ start: written.startsAt.getTime(), end: written.endsAt.getTime() })
  const change = changeIn(found, found.mark?.hour ?? hour)
  if (change !== null)
    await ledger.ask({ ref: written.ref, kind: change, hour: found.span, digest: written.digest })
  else if (isOpen) await ledger.settle(written.ref)
  if (found.etag !== null && found.etag !== written.etag && !found.isGone)
    await ledger.save({ ...written, etag: found.etag })
}

/** The owner keeps Kalli's time: the next writing restores the event there, even a deleted one. */
export const putBack = (written: Written, kind: Difference['kind']): Written => ({
  ...written,
  digest: null,
  etag: kind === 'deleted' ? null : written.etag,
})
