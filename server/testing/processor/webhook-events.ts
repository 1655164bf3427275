/** The events that each move of a visit publishes in its own transaction; or why there is none. */
import assert from 'node:assert/strict'
import type { Move } from '#contract/booking/moves.ts'
import { modules } from '#server/modules.ts'
import type { EventName } from '#server/platform/events.ts'
import type { TestServer } from '#server/testing/test-server.ts'

/** At least one of these events is published with the move; `silent`: why none is. */
type Published = readonly [EventName, ...EventName[]] | { silent: string }

export const eventsOf: Readonly<Record<Move | 'hold', Published>> = {
  hold: { silent: 'only its holder knows of a hold; a client it was made for is notified by a link' },
  change_add_ons: { silent: 'nothing is requested or paid yet' },
  pay: { silent: 'the answer of the bank or professional is published' },
  // Read on the payment page for two minutes, then by email.
  decline_card: ['booking.card_declined'],
  confirm: ['booking.confirmed'],
  revive: ['booking.confirmed'],
  request: ['booking.requested'],
  accept: ['booking.confirmed'],
  accept_in_part: { silent: 'another acceptance is still pending' },
  decline: ['booking.declined'],
  lapse: ['booking.unanswered'],
  expire: ['booking.expired', 'booking.too_late'],
  release: ['booking.expired', 'booking.link_answered'],
  move_time: ['booking.changed'],
  propose_change: ['booking.change_proposed'],
  accept_change: ['booking.changed', 'booking.confirmed'],
  move_request: ['booking.change_ended'],
  accept_change_in_part: { silent: 'another acceptance is still pending' },
  decline_change: ['booking.change_ended'],
  withdraw_change: ['booking.change_ended'],
  lapse_change: ['booking.change_ended'],
  begin_rescue: ['booking.rescue_begun'],
  accept_rescue: ['booking.rescued'],
  accept_rescue_in_part: { silent: 'another acceptance is still pending' },
  decline_rescue: ['booking.cancelled'],
  lapse_rescue: ['booking.cancelled'],
  follow_class: ['class.seat_moved'],
  accept_class_move: { silent: 'the seat is unchanged; the professional sees the acceptance in the class' },
  move_unit: ['booking.unit_moved'],
  arrive: { silent: 'the client is there, or will be' },
  check_in: { silent: 'both are present' },
  client_no_show: ['booking.no_show'],
  contest_no_show: ['booking.no_show_contested'],
  withdraw_no_show: ['booking.no_show_ended'],
  uphold_no_show: ['booking.no_show_ended'],
  drop_no_show: ['booking.no_show_ended'],
  professional_no_show: ['booking.no_show'],
  contest_absence: ['booking.no_show_contested'],
  uphold_absence: ['booking.no_show_ended'],
  drop_absence: ['booking.no_show_ended'],
  restore_visit: ['booking.no_show_ended'],
  check_out: { silent: 'both were present; completion is published' },
  confirm_attendance: { silent: 'completion is published; the client sees when it closes' },
  complete: ['booking.completed'],
  complete_unseen: ['booking.completed'],
  close: { silent: 'every party is paid and the deadlines for disputes are over' },
  cancel_as_client: ['booking.cancelled'],
  cancel_as_professional: ['booking.cancelled'],
  cancel_as_host: ['booking.cancelled'],
  cancel_as_platform: ['booking.cancelled'],
}

/** From now on each move is recorded beside the jobs that its transaction enqueued. */
export const listenToMoves = ({ database }: Pick<TestServer, 'database'>) =>
  database.pool.query(`
    create table recorded_moves (tx xid8 not null default pg_current_xact_id(), booking_id uuid, version integer);
    create index on recorded_moves (booking_id);
    create table recorded_jobs (tx xid8 not null default pg_current_xact_id(), job text);
    create index on recorded_jobs (tx);
    create function record_move() returns trigger language plpgsql as $$
      begin insert into recorded_moves (booking_id, version) values (new.booking_id, new.version); return null; end $$;
    create function record_job() returns trigger language plpgsql as $$
      begin insert into recorded_jobs (job) values (new.data ->> 'job'); return null; end $$;
    create trigger record after insert on booking_moves for each row execute function record_move();
    create trigger record after insert on pgboss.job for each row execute function record_job()`)

const eventOf = new Map(
  modules.flatMap(({ jobs = [] }) =>
    jobs.flatMap((job) => ('event' in job ? [[job.name, job.event] as const] : [])),
  ),
)

type PublishedMove = { id: string; move: Move | 'hold'; jobs: string[] | null; neverRequested: boolean }

/** Every move of these professionals' visits is published by the table above, in the same transaction. */
export const expectPublished = async ({ database }: Pick<TestServer, 'database'>, ids: readonly number[]) => {
  const { rows } = await database.pool.query<PublishedMove>(
    `select booking.id, made.move, (select array_agg(distinct published.job) from recorded_jobs published where published.tx = recorded.tx) as jobs,
       -- A change that costs is published once paid; one given up before was never shown to the other party.
       made.move in ('propose_change', 'withdraw_change', 'lapse_change', 'decline_change') and exists (
         select from change_proposals where booking_id = booking.id and pay_cents > 0) as "neverRequested"
     from bookings booking join booking_moves made on made.booking_id = booking.id
     join recorded_moves recorded on recorded.booking_id = booking.id and recorded.version = made.version
     where booking.professional_id = any($1)`,
    [ids],
  )
  assert.ok(rows.length > 0, 'no moves were recorded')
  for (const { id, move, jobs, neverRequested } of rows) {
    const expected = eventsOf[move]
    const reported = new Set(jobs?.map((job) => eventOf.get(job)))
    assert.ok(
      'silent' in expected || neverRequested || expected.some((event) => reported.has(event)),
      `${id}: ${move} publishes no event`,
    )
  }
}
