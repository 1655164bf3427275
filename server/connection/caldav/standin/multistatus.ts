/** Responses with several rows (RFC 4918, section 13). */
import type { Answer, Message } from '#server/connection/caldav/net.ts'
import { el, escapedXml, find, xmlDocument, xmlIn } from '#server/connection/caldav/standin/xml.ts'

/** One row for each path, with the requested properties and the missing ones. */
export const propfound = (
  { method, body }: Message,
  rows: readonly (readonly [path: string, answers: Readonly<Record<string, string>>])[],
): Answer => {
  const query = xmlIn(body ?? '')
  const props = find(query ?? undefined, 'd:prop')
  if (method !== 'PROPFIND' || query?.name !== 'd:propfind' || props === undefined)
    return { status: 400, headers: {}, body: '' }
  const written = rows.map(([path, answers]) => {
    const known = props.children.filter(({ name }) => answers[name] !== undefined)
    const unknown = props.children.filter(({ name }) => answers[name] === undefined)
    return el(
      'd:response',
      el('d:href', escapedXml(path)) +
        propstat(known.map(({ name }) => el(name, answers[name])).join(''), '200 OK') +
        propstat(unknown.map(({ name }) => el(name)).join(''), '404 Not Found'),
    )
  })
  return multistatus(written.join(''))
}

const propstat = (props: string, status: string) =>
  props === '' ? '' : el('d:propstat', el('d:prop', props) + el('d:status', `HTTP/1.1 ${status}`))

export const multistatus = (inside: string): Answer => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body: xmlDocument('d:multistatus', inside),
})
