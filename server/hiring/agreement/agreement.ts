/**
 * The agreement ("convenio") by which a professional works at a space: made by an application, an invitation or a vacancy, paused, renewed,
 * ended with notice. Its limits are enforced where time is claimed.
 */
import { sql } from 'kysely'
import type {
  Agreement,
  pauseAgreement,
  renewAgreement,
  resumeAgreement,
  terminateAgreement,
  terminateQuote,
  TerminateQuote,
} from '#contract/hiring/agreement.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { AgreementTerms, PerUse } from '#contract/hiring/agreement-terms.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { after, beginOf, dateAt, endOf } from '#server/hiring/fit/hiring.ts'
import { agreement as one, termColumns, termsOf, type TermsRow } from '#server/hiring/fit/agreement-terms.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { lock, requireMove, move, find, type Locked } from '#server/hiring/agreement/agreement-row.ts'

export type Origin = { kind: 'house' | 'application' | 'invitation' | 'vacancy'; id: string }

/**
 * Makes an agreement on terms that both sides have accepted, as the caller has ensured. It waits, suspended, while documents that the space
 * requires are missing. Refuses `agreement_exists`, `hours_overlap`, `not_found`, and `member_exists` where a fixed rent is agreed on with
 * a professional who is already on the host's team. Announces `agreement.made`.
 */
export const make = (
  work: Work,
  what: {
    professionalId: number
    spaceId: number
    terms: AgreementTerms
    origin: Origin
  },
): Promise<{ agreementId: number; status: 'active' | 'suspended' }> =>
  inTransaction(work, async (work) => {
    const space = await work.db
      .selectFrom('spaces')
      .select(['zone', 'price_per_hour_cents', 'required_documents'])
      .where('id', '=', what.spaceId)
      .executeTakeFirst()
    if (space === undefined) return refuse('not_found')
    const missing = await missingDocuments(work, what.professionalId, space.required_documents)
    const status = missing.length > 0 ? 'suspended' : 'active'
    const { id } = await work.db
      .insertInto('agreements')
      .values({
        ...columnsOf(work, what.terms, space),
        professional_id: what.professionalId,
        space_id: what.spaceId,
        status,
        missing_documents: missing,
        origin: what.origin.kind,
        origin_id: what.origin.id,
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) =>
        refuseOn(error, {
          agreements_one_living: 'agreement_exists',
          agreements_windows: 'hours_overlap',
          agreements_fixed_once: 'member_exists',
        }),
      )
    await seal(work, id)
    await work.db
      .insertInto('agreement_moves')
      .values({
        agreement_id: id,
        version: 1,
        move: 'make',
        from_status: null,
        to_status: status,
        actor: 'platform',
        terms: JSON.stringify(what.terms),
        at: work.now,
      })
      .execute()
    await publish(work, 'agreement.made', { agreementId: id })
    return { agreementId: id, status }
  })

/** The row of the terms. A trial of days ends with them, or earlier if the terms do. */
const columnsOf = (
  work: Work,
  terms: AgreementTerms,
  space: { zone: string; price_per_hour_cents: number },
) => {
  const begins = terms.validFrom === null ? work.now : later(beginOf(terms.validFrom, space.zone), work.now)
  const ends = terms.validTo === null ? null : endOf(terms.validTo, space.zone)
  const trialEnds =
    terms.trial?.kind === 'days'
      ? endOf(dateAt(after(begins, (terms.trial.days - 1) * dayMs), space.zone), space.zone)
      : null
  const validTo = trialEnds === null || (ends !== null && ends < trialEnds) ? ends : trialEnds
  if (validTo !== null && validTo <= begins) refuse('invalid_input', { fields: [{ field: 'terms.validTo' }] })
  return {
    ...rentColumns(terms, space.price_per_hour_cents),
    windows: terms.windows === null ? null : JSON.stringify(terms.windows),
    categories: terms.categories,
    quota_minutes: terms.quotaMinutesPerWeek,
    trial_uses: terms.trial?.kind === 'uses' ? terms.trial.uses : null,
    on_trial: terms.trial !== null,
    valid_from: begins,
    valid_to: validTo,
    notice_days: terms.noticeDays,
    auto_accept: terms.autoAccept,
  }
}

/** A fixed rent covers all hours unless the terms add another rent; the host collects it (server/team). */
const rentColumns = ({ rent }: AgreementTerms, listPriceCents: number) =>
  rent.kind === 'fixed'
    ? {
        ...perUseColumns(rent.perUse, listPriceCents),
        fixed_every: rent.every,
        fixed_cents: rent.amountCents,
        unit_id: rent.unit?.id ?? null,
      }
    : perUseColumns(rent, listPriceCents)

/** With a share, the space's own hourly price applies to hours without a client. */
const perUseColumns = (perUse: PerUse | null, listPriceCents: number) => {
  if (perUse?.kind === 'share')
    return {
      rate_per_hour_cents: listPriceCents,
      rent_share_bp: perUse.shareBp,
      rent_minimum_cents: perUse.minimumCents,
    }
  return {
    rate_per_hour_cents: perUse?.ratePerHourCents ?? 0,
    rent_share_bp: null,
    rent_minimum_cents: 0,
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)

/** The accepted terms, signed by the server: proves whether a row was changed afterwards. */
const seal = async (work: Work, id: number) => {
  const { rows } = await sql<TermsRow>`
    select ${termColumns} from agreements a join spaces s on s.id = a.space_id where a.id = ${id}`.execute(
    work.db,
  )
  const [row] = rows
  if (row === undefined) return
  const signed = work.tokens.sign(
    'agreement',
    { agreementId: id, terms: termsOf(row), at: work.now },
    forEver,
  )
  await work.db.updateTable('agreements').set({ seal: signed }).where('id', '=', id).execute()
}
const forEver = new Date('9999-12-31T00:00:00Z')

/** The documents required by a space that the professional cannot show today. */
export const missingDocuments = async (work: Work, professionalId: number, required: readonly string[]) => {
  if (required.length === 0) return []
  const rows = await work.db
    .selectFrom('documents')
    .select('kind')
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', professionalId)
    .where('status', 'in', ['valid', 'expiring'])
    .execute()
  const there = new Set(rows.map(({ kind }) => kind))
  return required.filter((kind) => !there.has(kind))
}

/** No new bookings from this moment; firm ones remain valid. Refuses `not_found`, `agreement_not_movable`. */
export const pause = (work: Work, { params }: Input<typeof pauseAgreement>): Promise<Agreement> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    // Repeating it has no effect.
    if (row.status !== 'paused') {
      requireMove(work, row, 'pause')
      await move(work, row, 'pause', { status: 'paused', paused_by: row.side })
    }
    return one(work, params.id)
  })

/** Only the party who paused it can resume it. Refuses `not_found`, `agreement_not_movable`. */
export const resume = (work: Work, { params }: Input<typeof resumeAgreement>): Promise<Agreement> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    if (row.status !== 'active') {
      requireMove(work, row, 'resume')
      // A document may have expired meanwhile, or the end be near.
      const missing = await missingDocuments(work, row.professionalId, row.requiredDocuments)
      const status = missing.length > 0 ? 'suspended' : 'active'
      await move(work, row, 'resume', { status, paused_by: null, missing_documents: missing })
    }
    return one(work, params.id)
  })

/**
 * One side proposes to continue until a date or without end, the other agrees; this also ends a trial. Refuses
 * `not_found`, `agreement_not_movable`, `stale_version`, `invalid_input` for a date that is no later.
 */
export const renew = (work: Work, { params, body }: Input<typeof renewAgreement>): Promise<Agreement> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    if (row.version !== body.version) refuse('stale_version')
    if (body.as === 'ask') {
      requireMove(work, row, 'ask_renewal')
      const until = body.validTo === null ? null : endOf(body.validTo, row.zone)
      if (until !== null && row.validTo !== null && until <= row.validTo)
        refuse('invalid_input', { fields: [{ field: 'validTo' }] })
      const renewal = { by: row.side, validTo: body.validTo, requestedAt: work.now.toISOString() }
      await move(work, row, 'ask_renewal', { renewal: JSON.stringify(renewal) })
    } else {
      requireMove(work, row, 'renew')
      const until = row.renewal?.validTo ?? null
      await move(work, row, 'renew', {
        status: row.status === 'expiring' ? 'active' : row.status,
        valid_to: until === null ? null : endOf(until, row.zone),
        renewal: null,
        on_trial: false,
        trial_uses: null,
      })
      await seal(work, params.id)
    }
    return one(work, params.id)
  })

/** When it would end, and the bookings made. Refuses `not_found`, `agreement_not_movable`. */
export const quoteEnd = async (
  work: Work,
  { params }: Input<typeof terminateQuote>,
): Promise<TerminateQuote> => {
  const row = await find(work, params.id)
  requireMove(work, row, 'give_notice')
  const endsAt = endAfterNotice(work, row)
  const { rows } = await sql<
    Omit<TerminateQuote['bookings'][number], 'startsAt' | 'endsAt' | 'afterEnd'> & {
      startsAt: Date
      endsAt: Date
    }
  >`
    select k.id, k.starts_at as "startsAt", k.ends_at as "endsAt", k.service_name as "serviceName", u.name as "unitName",
      coalesce(c.first_name, k.contact ->> 'firstName') as "clientFirstName", k.rent_cents as "rentCents"
    from bookings k left join units u on u.id = k.unit_id left join clients c on c.id = k.client_id
    where k.agreement_id = ${params.id} and k.starts_at > ${work.now} and k.status in ('requested', 'confirmed')
    order by k.starts_at limit 200`.execute(work.db)
  return {
    noticeDays: row.noticeDays,
    endsAt: endsAt.toISOString(),
    zone: row.zone,
    bookings: rows.map((booking) => ({
      ...booking,
      startsAt: booking.startsAt.toISOString(),
      endsAt: booking.endsAt.toISOString(),
      afterEnd: booking.endsAt > endsAt,
    })),
  }
}

/**
 * Gives notice: from the end on nothing new starts; firm bookings remain valid, each may be cancelled on its own quote. Refuses
 * `not_found`, `agreement_not_movable`, `stale_version`.
 */
export const terminate = (
  work: Work,
  { params, body }: Input<typeof terminateAgreement>,
): Promise<Agreement> =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    if (row.version !== body.version) refuse('stale_version')
    requireMove(work, row, 'give_notice')
    const endsAt = endAfterNotice(work, row)
    const ending = {
      by: row.side,
      reason: body.reason,
      givenAt: work.now.toISOString(),
      endsAt: endsAt.toISOString(),
    }
    const change = { ending: JSON.stringify(ending), valid_to: endsAt, renewal: null }
    // An agreement that has not started yet must not end before it starts.
    await move(
      work,
      row,
      'give_notice',
      row.validFrom < endsAt ? change : { ...change, valid_from: work.now },
      body.reason,
    )
    return one(work, params.id)
  })

/** The notice period from now, never beyond the agreement's own end. */
const endAfterNotice = (work: Work, row: Locked) => {
  const ends = after(work.now, row.noticeDays * dayMs)
  return row.validTo !== null && row.validTo < ends ? row.validTo : ends
}
