/** Files and streams, which are no endpoints of the contract; the rule of scopes applies to keys and apps all the same. */
import type { Access } from '#contract/platform/endpoint.ts'
import { scopeOf } from '#contract/platform/scope.ts'
import type { Json } from '#server/openapi/components.ts'
import type { Errors } from '#server/openapi/errors.ts'
import { accessTexts, scopeText, securityOf, tagOf } from '#server/openapi/operations.ts'
import { parameterTexts } from '#server/openapi/parameters.ts'

export type File = {
  id: string
  path: string
  summary: string
  /** `link`: the address contains a secret and suffices. */
  access: Access | 'link'
  /** Media types, with what each is. */
  types: Readonly<Record<string, string>>
  /** For parameters with a special meaning here. */
  parameters?: Readonly<Record<string, string>>
}

const calendar = { 'text/calendar': 'An iCalendar file' }
const picture = { 'image/webp': 'The photo' }
const pdf = { 'application/pdf': 'The document' }
const size = { size: '`small` or `large`.' }
const calendarFile = { file: 'The secret of the address, followed by `.ics`.' }
const hostTables = { table: '`today`, `income`, `occupancy`, `demand` or `tasks`.' }
const ownTables = { table: '`visits`, `tasks` or `clients`.' }

export const files: readonly File[] = [
  {
    id: 'ownCalendarFile',
    path: '/api/own-calendars/:file',
    summary: 'Subscribe to the agenda of a professional, as a calendar file',
    access: 'link',
    types: calendar,
    parameters: calendarFile,
  },
  {
    id: 'unitCalendarFile',
    path: '/api/unit-calendars/:file',
    summary: 'Subscribe to the bookings of a chair, room or cabin, as a calendar file',
    access: 'link',
    types: calendar,
    parameters: calendarFile,
  },
  {
    id: 'visitCalendarFile',
    path: '/api/visit-calendars/:file',
    summary: 'Download a visit as a calendar event with an alarm',
    access: 'link',
    types: calendar,
    parameters: calendarFile,
  },
  {
    id: 'walletPass',
    path: '/api/wallet-passes/:file',
    summary: 'Download a visit as a wallet pass: a file for Apple Wallet, or a redirect to Google Wallet',
    access: 'link',
    types: { 'application/vnd.apple.pkpass': 'A signed pass' },
    parameters: { file: 'The id of the booking, followed by `.pkpass` or `.google`.' },
  },
  {
    id: 'hostTable',
    path: '/api/host/tables/:table',
    summary: 'Download the figures of a host as a table',
    access: 'host',
    types: { 'text/csv': 'The table' },
    parameters: hostTables,
  },
  {
    id: 'professionalTable',
    path: '/api/professional/tables/:table',
    summary: 'Download the figures of a professional as a table',
    access: 'professional',
    types: { 'text/csv': 'The table' },
    parameters: ownTables,
  },
  {
    id: 'statementFile',
    path: '/api/statements/:party/:file',
    summary: 'Download a monthly statement',
    access: 'account',
    types: { 'application/pdf': 'The statement', 'text/csv': 'Its lines' },
    parameters: { file: 'The month with the ending `.pdf` or `.csv`: `2026-11.pdf`.' },
  },
  {
    id: 'feedFile',
    path: '/api/admin/feeds/:file',
    summary: "Download a feed for Google's Actions Center",
    access: 'admin',
    types: { 'application/gzip': 'A piece of a feed', 'application/json': 'The descriptor of a feed' },
    parameters: { file: 'The name of the file, as the list of feeds has it.' },
  },
  {
    id: 'agreementDocument',
    path: '/api/agreements/:id/document',
    summary: 'Download an agreement as signed',
    access: 'account',
    types: pdf,
  },
  {
    id: 'memberDocument',
    path: '/api/team/:id/document',
    summary: 'Download the terms of a team member',
    access: 'account',
    types: pdf,
  },
  {
    id: 'inhouseDocument',
    path: '/api/inhouse/:token/document',
    summary: 'Download the terms of an invitation',
    access: 'link',
    types: pdf,
  },
  {
    id: 'businessContract',
    path: '/api/spaces/:id/house-contract.pdf',
    summary: 'Download the contract that a business attaches to its agreements',
    access: 'account',
    types: pdf,
  },
  {
    id: 'spaceDocumentFile',
    path: '/api/spaces/:id/documents/:document/file',
    summary: 'Download a document of a space, as its host or reviewer',
    access: 'account',
    types: { 'application/pdf': 'A document', 'image/webp': 'A photo of one' },
  },
  {
    id: 'professionalDocumentFile',
    path: '/api/professional/documents/:id/file',
    summary: 'Download a document of a professional, as its owner, reviewer or a host it was shared with',
    access: 'account',
    types: { 'application/pdf': 'A document', 'image/webp': 'A photo of one' },
  },
  {
    id: 'depositPhotoFile',
    path: '/api/deposits/:id/photos/:photo/:size',
    summary: 'Download a photo of a deposit claim',
    access: 'account',
    types: picture,
    parameters: size,
  },
  {
    id: 'disputePhotoFile',
    path: '/api/bookings/:id/dispute/photos/:photo/:size',
    summary: 'Download a photo of a dispute',
    access: 'account',
    types: picture,
    parameters: size,
  },
  {
    id: 'workPhotoFile',
    path: '/api/account/photo-consents/:id/photos/:photo/:size',
    summary: 'Download a work photo, as its professional or client',
    access: 'account',
    types: picture,
    parameters: size,
  },
  {
    id: 'messagePhotoFile',
    path: '/api/conversations/:kind/:id/photos/:message/:size',
    summary: 'Download a photo of a conversation',
    access: 'account',
    types: picture,
    parameters: size,
  },
  {
    id: 'reportedPhotoFile',
    path: '/api/admin/message-reports/:report/photos/:message/:size',
    summary: 'Download a reported photo, as a moderator',
    access: 'admin',
    types: picture,
    parameters: { ...size, report: 'Id of the report.' },
  },
  {
    id: 'conversationEvents',
    path: '/api/conversations/events',
    summary: 'Stream events that say when a conversation has something new',
    access: 'account',
    types: { 'text/event-stream': 'Server-sent events' },
  },
  {
    id: 'dataCopyFile',
    path: '/api/account/data-copies/:id/:file',
    summary: 'Download a copy of own data',
    access: 'account',
    types: { 'application/zip': 'All of it', 'application/json': 'A part' },
    parameters: { file: 'The name of the file, as the list of copies says it.' },
  },
  {
    id: 'guestDataCopyFile',
    path: '/api/guest/data-copy/:file',
    summary: 'Download a copy of own data without an account, after a code',
    access: 'anyone',
    types: { 'application/zip': 'All of it', 'application/json': 'A part' },
    parameters: { file: 'The name of the file, as the page says it.' },
  },
]

/** Files that need a signed-in person or a key, beyond their address. */
export const scopedFiles = files.flatMap(({ path, access }) =>
  access === 'link' || access === 'anyone' ? [] : [{ method: 'GET', path, access } as const],
)

export const operationOfFile = (
  { id, path, summary, access, types, parameters = {} }: File,
  errors: Errors,
): Json => {
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
  const open = access === 'link' || access === 'anyone'
  const endpoint = { method: 'GET', path, access: open ? 'anyone' : access } as const
  // Where the address suffices no scope is required, so none can be missing.
  const refused = errors.of({ ...endpoint, ...(open ? { path: '' } : {}), refusals: ['not_found'] })
  const versioned =
    open || scopeOf(endpoint) === null ? [] : [{ $ref: '#/components/parameters/KalliVersion' }]
  const inPath = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameters[name] ?? parameterTexts.get(name),
    schema: { type: 'string' },
  }))
  return {
    operationId: id,
    summary,
    description:
      access === 'link'
        ? 'The address suffices.'
        : open
          ? accessTexts[access]
          : `${accessTexts[access]} ${scopeText(endpoint)}`,
    tags: [tagOf({ path })],
    security: open ? [] : securityOf(endpoint),
    ...(names.length === 0 ? {} : { parameters: [...inPath, ...versioned] }),
    responses: {
      200: {
        description: Object.values(types).join(', or '),
        content: Object.fromEntries(
          Object.keys(types).map((type) => [
            type,
            {
              schema: type.startsWith('text/')
                ? { type: 'string' }
                : { type: 'string', contentMediaType: type },
            },
          ]),
        ),
      },
      ...refused,
    },
  }
}
