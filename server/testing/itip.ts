/**
 * What RFC 5546 §3.2.1, §3.2.2 and §3.2.5 require of a calendar stream with events, as libical's restriction check does: how often each
 * property may occur in an event of each method. Without METHOD it is no scheduling message: then RFC 5545 §3.6.1 alone applies.
 */
import ICAL from 'ical.js'

type Times = '0' | '0+' | '0-1' | '1' | '1+'

const always: Readonly<Record<string, Times>> = { dtstamp: '1', uid: '1', dtstart: '1' }
const once: Readonly<Record<string, Times>> = Object.fromEntries(
  [
    'class',
    'created',
    'description',
    'dtend',
    'duration',
    'geo',
    'last-modified',
    'location',
    'priority',
    'sequence',
    'status',
    'summary',
    'transp',
    'url',
    'recurrence-id',
  ].map((name) => [name, '0-1']),
)

const restrictions: Readonly<Record<string, Readonly<Record<string, Times>>>> = {
  '': { ...once, ...always, organizer: '0-1' },
  PUBLISH: { ...once, ...always, organizer: '1', summary: '1', attendee: '0', 'request-status': '0' },
  REQUEST: { ...once, ...always, organizer: '1', summary: '1', attendee: '1+', 'request-status': '0' },
  CANCEL: {
    ...once,
    ...always,
    dtstart: '0-1',
    organizer: '1',
    sequence: '1',
    attendee: '0+',
    'request-status': '0',
  },
}
const statuses: Readonly<Record<string, readonly string[]>> = {
  REQUEST: ['TENTATIVE', 'CONFIRMED'],
  CANCEL: ['CANCELLED'],
}

/** Every calendar of a stream: an email with several appointments contains several. */
export const calendarsOf = (stream: string): ICAL.Component[] =>
  stream
    .split(/(?<=END:VCALENDAR\r\n)/)
    .filter((text) => text !== '')
    .map((text) => new ICAL.Component(ICAL.parse(text)))

export const schedulingProblems = (stream: string): string[] =>
  calendarsOf(stream).flatMap((calendar) => {
    const method = String(calendar.getFirstPropertyValue('method') ?? '')
    const table = restrictions[method]
    if (table === undefined) return [`METHOD:${method} is not ours`]
    const events = calendar.getAllSubcomponents('vevent')
    const uids = new Set(events.map((event) => String(event.getFirstPropertyValue('uid'))))
    return [
      ...count('VERSION', calendar.getAllProperties('version').length, '1'),
      ...count('PRODID', calendar.getAllProperties('prodid').length, '1'),
      ...(events.length === 0 && method !== '' ? ['no event'] : []),
      ...(method !== '' && uids.size > 1 ? ['several UIDs in one scheduling message'] : []),
      ...events.flatMap((event) => [
        ...Object.entries(table).flatMap(([name, times]) =>
          count(`${method} ${name}`, event.getAllProperties(name).length, times),
        ),
        ...(event.hasProperty('dtend') && event.hasProperty('duration') ? ['DTEND and DURATION'] : []),
        ...statusProblems(method, String(event.getFirstPropertyValue('status') ?? '')),
        ...['organizer', 'attendee'].flatMap((name) =>
          event
            .getAllProperties(name)
            .filter((property) => !/^mailto:[^@\s]+@[^@\s]+$/i.test(String(property.getFirstValue())))
            .map(() => `${name} is no mailbox`),
        ),
      ]),
    ]
  })

const statusProblems = (method: string, status: string) => {
  const allowed = statuses[method]
  return allowed === undefined || status === '' || allowed.includes(status)
    ? []
    : [`${method} with STATUS:${status}`]
}

const count = (what: string, found: number, times: Times): string[] => {
  const [from, to] = { '0': [0, 0], '0+': [0, Infinity], '0-1': [0, 1], '1': [1, 1], '1+': [1, Infinity] }[
    times
  ]
  return found >= (from ?? 0) && found <= (to ?? 0) ? [] : [`${what}: ${found} times, not ${times}`]
}
