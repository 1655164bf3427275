import type * as z from 'zod/mini'
import type { RefusalCode } from '#contract/platform/refusals.ts'

/** Who may call: anyone, any signed-in account, or an account acting in that role. */
export type Access = 'anyone' | 'account' | 'client' | 'professional' | 'host' | 'admin'

/** Groups of calls that share a rate limit, per account and address (limits in server/platform/http/limits.ts). */
export type Limit =
  | 'sign_in'
  | 'register'
  | 'email'
  | 'codes'
  | 'holds'
  | 'bookings'
  | 'search'
  | 'slots'
  | 'contact'
  | 'uploads'
  | 'messages'
  | 'addresses'

type Schema = z.ZodMiniType

/**
 * One call between browser and server, as a value: the server mounts it, the browser calls it, the documentation is
 * generated from it. `reply` is also the filter: undeclared fields are never sent.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's notation, `:id` for a parameter. */
  path: string
  summary: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** Takes one file as `multipart/form-data`, in the part `file`; the fields of `body` are text parts. */
  upload?: { maxBytes: number }
  reply: Schema
  /** Default: 200. */
  status?: 201 | 202
  /** Errors that a caller can act on; everything else is our bug. */
  refusals?: readonly RefusalCode[]
  /** Takes `Idempotency-Key`: same key and body, same reply for 24 h. */
  idempotent?: boolean
  limit?: Limit
  /** Any site may read it, without its visitor's cookies: used by the widget (docs/decisions/widget.md). */
  crossOrigin?: true
  /** Also for an administrator without a second factor: the calls needed to set one up. */
  beforeSecondFactor?: boolean
}

/** Preserves the exact types of an endpoint's schemas. */
export const endpoint = <const E extends Endpoint>(value: E): E => value

type PartName = 'params' | 'query' | 'body'
type Parsed<E, Name extends PartName> =
  E extends Record<Name, infer S extends Schema> ? z.output<S> : undefined
type Sent<E, Name extends PartName> = E extends Record<Name, infer S extends Schema> ? z.input<S> : undefined

/** What the server's handler receives, parsed. */
export type Input<E extends Endpoint> = {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
} & (E extends { upload: object } ? { file: Uint8Array } : unknown)

/** What the browser sends, before defaults. */
export type Call<E extends Endpoint> = {
  [Name in PartName as E extends Record<Name, Schema> ? Name : never]: Sent<E, Name>
} & (E extends { upload: object } ? { file: Blob } : unknown)

export type Reply<E extends Endpoint> = z.output<E['reply']>
