/** Roles, permissions and statuses of team members, and which party may move a membership. */
import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

export const roleList = ['resident', 'employee', 'reception'] as const
export const MemberRole = z.enum(roleList)
export type MemberRole = z.output<typeof MemberRole>

export const memberRoles: Readonly<Record<MemberRole, string>> = {
  resident: 'Residente',
  employee: 'Empleado o empleada',
  reception: 'Recepción',
}

export const permissionList = ['see_own', 'see_all', 'charge', 'cancel', 'reports', 'calendars'] as const
export const Permission = z.enum(permissionList)
export type Permission = z.output<typeof Permission>

export const permissions: Readonly<Record<Permission, string>> = {
  see_own: 'Ver su propia agenda en la casa',
  see_all: 'Ver la agenda de toda la casa',
  charge: 'Cobrar rentas del equipo',
  cancel: 'Cancelar citas en nombre de la casa',
  reports: 'Ver reportes de uso y renta',
  calendars: 'Conectar los calendarios de las unidades',
}

/** Why these permissions cannot be combined, or null: cancelling requires seeing what is cancelled. */
export const permissionGap = (granted: readonly Permission[]): string | null =>
  granted.includes('cancel') && !granted.includes('see_own') && !granted.includes('see_all')
    ? 'Para cancelar citas hay que verlas: elige también su agenda o la de toda la casa.'
    : null

/** Initial choices. */
export const presets = {
  assistant: { label: 'Asistente', permissions: ['see_all'] },
  professional: { label: 'Profesional', permissions: ['see_own'] },
  reception: { label: 'Recepción', permissions: ['see_all', 'cancel'] },
  manager: { label: 'Gerente', permissions: ['see_all', 'charge', 'cancel', 'reports', 'calendars'] },
  owner: {
    label: 'Dueña o dueño',
    permissions: ['see_own', 'see_all', 'charge', 'cancel', 'reports', 'calendars'],
  },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>

export const MemberStatus = z.enum(['invited', 'pending_details', 'active', 'paused', 'ended'])
export type MemberStatus = z.output<typeof MemberStatus>

export const memberStatuses: Readonly<Record<MemberStatus, string>> = {
  invited: 'Invitación enviada',
  pending_details: 'Faltan documentos',
  active: 'En el equipo',
  paused: 'En pausa',
  ended: 'Terminó',
}

/** product.md §3 and §4. */
export const teamLimits = { linkDays: 7, noticeDays: 7, unpaidDays: 3, cardTries: 3 } as const

export type TeamParty = 'host' | 'member' | 'platform'

/** The table of moves (product.md §4). Server, buttons and tests read it. */
export const memberMoves = {
  invite_again: { by: ['host'], from: ['invited', 'ended'], to: 'invited' },
  revoke: { by: ['host'], from: ['invited'], to: 'ended' },
  accept: { by: ['member'], from: ['invited'], to: 'active' },
  decline: { by: ['member'], from: ['invited'], to: 'ended' },
  expire: { by: ['platform'], from: ['invited'], to: 'ended' },
  complete: { by: ['platform'], from: ['pending_details'], to: 'active' },
  edit: { by: ['host'], from: ['pending_details', 'active', 'paused'], to: 'same' },
  pause: { by: ['host'], from: ['active'], to: 'paused' },
  resume: { by: ['host'], from: ['paused'], to: 'active' },
  give_notice: { by: ['host', 'member'], from: ['pending_details', 'active', 'paused'], to: 'same' },
  end: { by: ['platform'], from: ['pending_details', 'active', 'paused'], to: 'ended' },
} as const satisfies Record<
  string,
  { by: readonly TeamParty[]; from: readonly MemberStatus[]; to: MemberStatus | 'same' }
>
export type MemberMove = keyof typeof memberMoves

/** Facts for the table beside the status. Instants as ISO text. */
export type MemberFacts = {
  status: MemberStatus
  expiresAt: string
  endsAt: string | null
  /** Already joined: a new invitation creates a new membership. */
  joined: boolean
}

/** Whether this party may make this move now. */
export const mayMoveMember = (move: MemberMove, party: TeamParty, member: MemberFacts, now: Date): Allowed =>
  checkMove<TeamParty, MemberStatus>(
    memberMoves[move],
    { party, status: member.status },
    { wrongStatus: (status) => notFromHere[status], otherwise: () => reasonAgainst(move, member, now) },
  )

const reasonAgainst = (
  move: MemberMove,
  { expiresAt, endsAt, joined }: MemberFacts,
  now: Date,
): string | null => {
  const over = Date.parse(expiresAt) <= now.getTime()
  if (move === 'expire' && !over) return 'Todavía hay tiempo para responder.'
  if ((move === 'accept' || move === 'decline') && over) return 'Esta invitación venció.'
  if (move === 'invite_again' && joined) return 'Ya estuvo en el equipo: invítala de nuevo desde cero.'
  if (move === 'give_notice' && endsAt !== null) return 'Ya se dio aviso de salida.'
  return null
}

const notFromHere: Readonly<Record<MemberStatus, string>> = {
  invited: 'Todavía no responde la invitación.',
  pending_details: 'Faltan sus documentos.',
  active: 'Ya está en el equipo.',
  paused: 'Está en pausa.',
  ended: 'Ya no está en el equipo.',
}
