import * as z from 'zod/mini'
import { SessionUser } from '#contract/account/account.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Instant, LongText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

/** The profile of an account, for its owner. */
export const AccountProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** Whether there is an uploaded photo, which can be removed. */
  hasPhoto: z.boolean(),
  /** Null: the timezone of the place. */
  zone: z.nullable(Zone),
  /** The timezone of the viewer's own lists: the chosen one, else that of the place. */
  effectiveZone: Zone,
  version: z.int(),
})
export type AccountProfile = z.output<typeof AccountProfile>

export const accountProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  summary: 'Get own name, picture and time zone',
  access: 'account',
  reply: AccountProfile,
})

export const saveAccountProfile = endpoint({
  method: 'PATCH',
  path: '/api/account/profile',
  summary: 'Change own name',
  access: 'account',
  body: z.object({ firstName: Text(80), lastName: Text(80), version: z.int() }),
  reply: AccountProfile,
  refusals: ['stale_version'],
})

/** Timezones of Mexico, by their common names. */
export const zoneNames = {
  'America/Mexico_City': 'Centro (Ciudad de México)',
  'America/Cancun': 'Sureste (Quintana Roo)',
  'America/Merida': 'Península (Mérida, Campeche)',
  'America/Monterrey': 'Noreste (Monterrey)',
  'America/Matamoros': 'Frontera noreste (Matamoros)',
  'America/Chihuahua': 'Chihuahua',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Ojinaga': 'Ojinaga',
  'America/Mazatlan': 'Pacífico (Sinaloa, Nayarit, BCS)',
  'America/Bahia_Banderas': 'Bahía de Banderas',
  'America/Hermosillo': 'Sonora',
  'America/Tijuana': 'Noroeste (Tijuana)',
} as const
export const isZoneOffered = (zone: string): zone is keyof typeof zoneNames => Object.hasOwn(zoneNames, zone)

export const saveZone = endpoint({
  method: 'PUT',
  path: '/api/account/zone',
  summary: 'Change the time zone of own lists; places keep theirs',
  access: 'account',
  body: z.object({ zone: z.nullable(LongText(64)) }),
  reply: AccountProfile,
  refusals: ['unknown_zone'],
})

export const Security = z.object({
  hasPassword: z.boolean(),
  secondFactorSince: z.nullable(Instant),
  recoveryCodesLeft: z.int(),
  /** An administrator may do nothing else before. */
  mustSetSecondFactor: z.boolean(),
  mayRemoveSecondFactor: z.boolean(),
})
export type Security = z.output<typeof Security>

export const security = endpoint({
  method: 'GET',
  path: '/api/account/security',
  summary: 'Get the ways of signing in',
  access: 'account',
  beforeSecondFactor: true,
  reply: Security,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change the password; ends all other sessions',
  access: 'account',
  body: z.object({
    currentPassword: z.string().check(z.maxLength(200)),
    newPassword: z.string().check(z.maxLength(200)),
  }),
  reply: Done,
  refusals: [
    'wrong_password',
    'no_password',
    'password_too_short',
    'password_too_common',
    'too_many_requests',
  ],
  limit: 'sign_in',
})

export const SessionLine = z.object({
  id: Uuid,
  /** "Chrome en Android" */
  device: z.string(),
  kind: z.enum(['phone', 'tablet', 'desk', 'unknown']),
  /** The current browser. */
  here: z.boolean(),
  signedInAt: Instant,
  seenAt: Instant,
})
export type SessionLine = z.output<typeof SessionLine>

export const sessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'List sessions, this browser first',
  access: 'account',
  reply: z.array(SessionLine),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'End one session',
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'End all other sessions',
  access: 'account',
  reply: z.object({ ended: z.int() }),
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  summary: 'Confirm the identity again with the password, and a code where a second factor is set',
  access: 'account',
  beforeSecondFactor: true,
  body: z.object({
    password: z.optional(z.string().check(z.maxLength(200))),
    code: z.optional(LongText(32)),
  }),
  reply: z.object({ until: Instant }),
  refusals: ['wrong_password', 'wrong_second_factor', 'too_many_requests'],
  limit: 'sign_in',
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  summary: 'Create a secret for an authenticator app; it counts once a code of it was entered',
  access: 'account',
  beforeSecondFactor: true,
  reply: z.object({
    /** Base32, for manual entry. */
    secret: z.string(),
    uri: z.string(),
    /** The same as a QR code, `data:image/svg+xml`. */
    qr: z.string(),
  }),
  refusals: ['confirm_identity', 'second_factor_on'],
})

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const proveSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/prove',
  summary: 'Turn the second factor on with a code of the app; the reply has the recovery codes, once',
  access: 'account',
  beforeSecondFactor: true,
  body: z.object({ code: LongText(32) }),
  reply: RecoveryCodes,
  refusals: ['wrong_second_factor', 'second_factor_on', 'second_factor_off', 'too_many_requests'],
  limit: 'sign_in',
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  summary: 'Replace the recovery codes by ten new ones',
  access: 'account',
  reply: RecoveryCodes,
  refusals: ['confirm_identity', 'second_factor_off'],
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/second-factor',
  summary: 'Turn the second factor off; refused for administrators',
  access: 'account',
  reply: Done,
  refusals: ['confirm_identity', 'second_factor_off', 'second_factor_needed_here'],
})

export const secondStep = endpoint({
  method: 'POST',
  path: '/api/auth/second-step',
  summary: 'Enter the second factor while signing in: a code of the app or a recovery code',
  access: 'anyone',
  body: z.object({ step: z.string().check(z.maxLength(600)), code: LongText(32) }),
  reply: SessionUser,
  refusals: ['wrong_second_factor', 'second_step_over', 'https_needed', 'too_many_requests'],
  limit: 'sign_in',
})

const Fraction = z.coerce.number().check(z.minimum(0), z.maximum(1))

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/account/photo',
  summary: 'Upload the profile picture: JPEG, PNG, WebP or AVIF up to 8 MB; camera data are removed',
  access: 'account',
  upload: { maxBytes: 8 * 1024 * 1024 },
  /** The crop square, as fractions of the upright picture. */
  body: z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction }),
  reply: AccountProfile,
  refusals: [
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_requests',
  ],
  limit: 'uploads',
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/api/account/photo',
  summary: 'Remove the profile picture; initials are shown instead',
  access: 'account',
  reply: AccountProfile,
})
