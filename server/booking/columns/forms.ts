/** Whether the client has answered the forms of a visit's services, and whether an answer is worth an alert. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { hasAlert } from '#contract/booking/client/form-alert.ts'
import { bookingColumns, columns, type Read } from '#server/booking/columns/joins.ts'
import { open } from '#server/booking/contact/intake-read.ts'
import { formsState } from '#server/booking/contact/intake.ts'
import type { Side } from '#server/booking/moves/party.ts'
import type { Work } from '#server/platform/work.ts'

export const formsColumns = columns([formsState.as('forms')])

/** Sealed answers of a coming visit whose form may raise an alert; for its professional only. */
export const alertColumns = bookingColumns([
  sql`(select json_agg(json_build_object('formId', given.form_id, 'person', given.person,
        'sealed', encode(given.sealed, 'base64'), 'keyId', given.key_id))
      from intake_answers given join intake_forms form on form.id = given.form_id
      where given.booking_id = booking.id and booking.status in ('confirmed', 'in_progress')
        and form.questions::text ~* 'al(e|é)rgi|"alerts": true')`.as('alerting'),
])

/** A form is no longer pending once the visit is over; the host does not see that there are forms. */
export const formsPart = (
  work: Work,
  {
    id,
    forms,
    status,
    alerting,
  }: Read<typeof formsColumns> & { id: string; status: string; alerting?: unknown },
  side: Side,
): Pick<z.input<typeof Booking>, 'forms' | 'formAlert'> => ({
  forms: side === 'host' ? null : formsAt(status, forms),
  ...(side === 'professional' && work.viewer.credential === null && isAlerting(work, id, alerting)
    ? { formAlert: true }
    : {}),
})

/** Null for pending forms of a visit that takes no more answers. */
export const formsAt = (status: string, forms: 'pending' | 'answered' | null) =>
  forms === 'pending' && !openForms.has(status) ? null : forms

/**
 * Opened here, so that no answer is stored unsealed: only the yes leaves the server, to the professional in a browser, never to a key or an
 * app. This does not count as reading the answers; the client reads beside the question that it alerts.
 */
const isAlerting = (work: Work, bookingId: string, alerting: unknown): boolean =>
  z.parse(Alerting, alerting ?? []).some(({ sealed, ...row }) => {
    const { questions, answers } = open(work, bookingId, { ...row, sealed: Buffer.from(sealed, 'base64') })
    return hasAlert(questions, answers)
  })

const Alerting = z.array(
  z.object({ formId: z.int(), person: z.int(), sealed: z.string(), keyId: z.string() }),
)

const openForms: ReadonlySet<string> = new Set([
  'held',
  'awaiting_payment',
  'requested',
  'confirmed',
  'in_progress',
])
