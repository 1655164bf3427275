import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Nothing, Text, TypedAddress, Zone } from '#contract/platform/shapes.ts'

export const Role = z.enum(['client', 'professional', 'host', 'admin'])
export type Role = z.output<typeof Role>

export const SessionUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  activeRole: Role,
  availableRoles: z.array(Role),
  biometricVerified: z.boolean(),
  verificationLevel: z.int(),
  profileImageUrl: z.nullable(z.string()),
  /** Set when the account is a professional; also its id in /p/{id}. */
  professionalId: z.nullable(Id),
  hostId: z.nullable(Id),
  /** An administrator without a second factor, who may only set one up. */
  mustSetSecondFactor: z.boolean(),
  /** The timezone of the viewer's own lists. */
  zone: Zone,
})
export type SessionUser = z.output<typeof SessionUser>

export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

export const user = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the current user, or 401',
  access: 'account',
  beforeSecondFactor: true,
  reply: SessionUser,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  access: 'anyone',
  body: z.object({ email: Email, password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: SessionUser,
  refusals: [
    'wrong_credentials',
    'account_suspended',
    'second_step_needed',
    'https_needed',
    'too_many_requests',
  ],
  limit: 'sign_in',
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account and sign in; the reply is the same for an email that has an account',
  access: 'anyone',
  body: z.object({
    email: Email,
    password: z.string().check(z.maxLength(200)),
    firstName: Text(80),
    lastName: Text(80),
    /** Dial code and national digits, or empty. */
    phone: z._default(TypedAddress(30), ''),
    role: z.enum(['professional', 'host', 'client']),
  }),
  reply: SessionUser,
  refusals: [
    'in_progress',
    'invalid_phone',
    'password_too_short',
    'password_too_common',
    'https_needed',
    'too_many_requests',
  ],
  limit: 'register',
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a link for choosing a new password; the reply is the same for any address',
  access: 'anyone',
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  refusals: ['too_many_requests'],
  limit: 'email',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with the link of the email; ends every session',
  access: 'anyone',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    newPassword: z.string().check(z.maxLength(200)),
  }),
  reply: z.object({ message: z.string() }),
  refusals: ['invalid_reset_token', 'password_too_short', 'password_too_common', 'too_many_requests'],
  limit: 'sign_in',
})

export const switchRole = endpoint({
  method: 'POST',
  path: '/api/auth/switch-role',
  summary: 'Switch between the roles of professional and host',
  access: 'account',
  body: z.object({ targetRole: z.enum(['professional', 'host']) }),
  reply: SessionUser,
  refusals: ['role_not_available', 'role_already_active'],
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/logout',
  summary: 'End this session; refused when another site sends the request',
  access: 'anyone',
  beforeSecondFactor: true,
  query: Nothing,
  reply: Done,
  refusals: ['cross_site'],
})
