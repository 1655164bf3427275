/** The owner of connected accounts: a professional for their agenda, or a host for their units. One of the two. */
import { sql } from 'kysely'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

export type Owner = { professionalId: number | null; hostId: number | null }

/** Refuses no_profile. */
export const asProfessional = (work: Work) => ({
  professionalId: work.viewer.professionalId ?? refuse('no_profile'),
  hostId: null,
})

/** Refuses not_found. */
export const asHost = (work: Work) => ({
  professionalId: null,
  hostId: work.viewer.hostId ?? refuse('not_found'),
})

export const isMine = ({ viewer }: Work, { professionalId, hostId }: Owner): boolean =>
  professionalId === null
    ? hostId !== null && isOwn(viewer.hostId, hostId)
    : isOwn(viewer.professionalId, professionalId)

/** The owner's accounts. Of `calendar_accounts`. */
export const isOf = ({ professionalId, hostId }: Owner) =>
  professionalId === null
    ? sql<boolean>`host_id = ${hostId}::bigint`
    : sql<boolean>`professional_id = ${professionalId}::bigint`
