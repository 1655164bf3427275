/** Contact files that a professional imports into her book: previewed first, then imported, and undoable for a week. */
import * as z from 'zod/mini'
import { ClientImport } from '#contract/booking/client/own-client.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Uuid } from '#contract/platform/shapes.ts'

const maxBytes = 5 * 1024 * 1024

const Line = z.object({ line: z.int(), text: z.string() })

const ImportLook = z.object({
  origin: z.enum(['fresha', 'google', 'vcard', 'csv']),
  /** New to the book. */
  added: z.int(),
  /** Already in the book; missing fields are filled in. */
  same: z.int(),
  /** Possibly in the book: `text` says why. */
  doubtful: z.array(Line),
  /** Lines that could not be read, and what happens to them. */
  problems: z.array(Line),
  /** Headers that are ignored. */
  unread: z.array(z.string()),
  /** Some of the new clients, as they will be entered. */
  sample: z.array(z.object({ name: z.string(), phone: z.string() })),
})
export type ImportLook = z.output<typeof ImportLook>

export const lookIntoClients = endpoint({
  method: 'POST',
  path: '/api/professional/clients/imports/look',
  summary: 'Preview the import of a client file (CSV or vCard); nothing is saved',
  access: 'professional',
  upload: { maxBytes },
  body: z.object({}),
  reply: ImportLook,
  limit: 'uploads',
  refusals: ['no_profile', 'file_missing', 'file_too_large', 'clients_unreadable', 'clients_full'],
})

export const importClients = endpoint({
  method: 'POST',
  path: '/api/professional/clients/imports',
  summary: 'Import the contacts of a file into the client book; the same file again changes nothing',
  access: 'professional',
  upload: { maxBytes },
  body: z.object({ doubtful: z._default(z.enum(['skip', 'add']), 'skip') }),
  reply: ClientImport,
  status: 201,
  limit: 'uploads',
  refusals: ['no_profile', 'file_missing', 'file_too_large', 'clients_unreadable', 'clients_full'],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/professional/clients/imports/:id/undo',
  summary: 'Undo an import of the last seven days; clients used since then stay',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: z.object({ removed: z.int(), emptied: z.int(), stayed: z.int() }),
  refusals: ['no_profile', 'not_found', 'client_import_over'],
})
