/** Several people in one visit: their number, services and names. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id } from '#contract/platform/shapes.ts'
import { maxCompanions, maxFirstName, maxPersons } from '#contract/platform/persons.ts'

/** Number of a person in a visit: 1 is the client who books, unless another name is given. */
export const Person = z.int().check(z.minimum(1), z.maximum(maxPersons))

/** Letters and separators only: no digits, so no telephones or addresses. */
const FirstName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Escribe su nombre.'),
    z.maxLength(maxFirstName, `Como mucho ${maxFirstName} letras.`),
    z.regex(/^\p{L}[\p{L}\p{M} .'’-]*$/u, 'Solo su nombre de pila, con letras.'),
  )

/** A companion in a booking. */
export const Companion = z.object({
  person: Person,
  firstName: FirstName,
  /** The client declares to accompany them as the adult, and to stay within reach. */
  isMinor: z.boolean(),
  /** Save in the client's account for next time. */
  save: z._default(z.boolean(), false),
})
export type Companion = z.output<typeof Companion>

export const Companions = z.array(Companion).check(
  z.maxLength(maxPersons),
  z.refine((all) => new Set(all.map(({ person }) => person)).size === all.length, 'Cada persona una vez.'),
)

/** A person of a visit, as client and professional see them; the host sees only the number of people. */
export const VisitPerson = z.object({
  person: Person,
  /** Null until a name is given, and after erasure. */
  firstName: z.nullable(z.string()),
  isMinor: z.boolean(),
  services: z.array(z.object({ id: Id, name: z.string() })),
})
export type VisitPerson = z.output<typeof VisitPerson>

/** Saved in an account, offered as a quick choice. */
export const SavedCompanion = z.object({ id: Id, firstName: z.string(), isMinor: z.boolean() })
export type SavedCompanion = z.output<typeof SavedCompanion>

const CompanionInput = z.object({ firstName: FirstName, isMinor: z.boolean() })

export const savedCompanions = endpoint({
  method: 'GET',
  path: '/api/account/companions',
  summary: 'List saved companions',
  access: 'account',
  reply: z.array(SavedCompanion),
})

export const saveCompanion = endpoint({
  method: 'POST',
  path: '/api/account/companions',
  summary: `Save a companion, at most ${maxCompanions}; the same name twice is one`,
  access: 'account',
  body: CompanionInput,
  reply: SavedCompanion,
  status: 201,
  idempotent: true,
  refusals: ['invalid_input', 'companions_full'],
})

export const changeCompanion = endpoint({
  method: 'PATCH',
  path: '/api/account/companions/:id',
  summary: 'Change the name of a companion, or mark them as of age; booked visits are unchanged',
  access: 'account',
  params: z.object({ id: Id }),
  body: CompanionInput,
  reply: SavedCompanion,
  refusals: ['not_found', 'invalid_input', 'companion_known'],
})

export const removeCompanion = endpoint({
  method: 'DELETE',
  path: '/api/account/companions/:id',
  summary: 'Delete a companion',
  access: 'account',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found'],
})
