/**
 * Calendar files as the exporters of other products write them, and when their owner is busy. Made for these tests in the manner of
 * each exporter, none copied: the name states the peculiarity. The place is in Mexico City, the requested time December 2026.
 */
export type Sample = {
  name: string
  /** Everything between BEGIN:VCALENDAR and END:VCALENDAR. */
  lines: readonly string[]
  /** "7 10:00-11:00": 7 December; "1/5 …": 5 January; "d7", "d7-9": whole days. */
  busy: readonly string[]
  /** Unreadable events of which its owner is notified. */
  unread?: number
  /** Why the second reader (node-ical) cannot be compared. */
  unjudged?: string
}

const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const zone = (id: string, ...observances: readonly (readonly string[])[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${id}`,
  ...observances.flat(),
  'END:VTIMEZONE',
]
const standard = (from: string, to: string, ...more: readonly string[]) => [
  'BEGIN:STANDARD',
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  'END:STANDARD',
]
const daylight = (from: string, to: string, ...more: readonly string[]) => [
  'BEGIN:DAYLIGHT',
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  'END:DAYLIGHT',
]
/** With the summer time that Mexico gave up in 2022, as many files still have it. */
const oldMexico = (id: string, offset: string, summer: string) =>
  zone(
    id,
    standard(summer, offset, 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    daylight(offset, summer, 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4'),
  )
const fixedZone = (id: string, offset: string) =>
  zone(id, standard(offset, offset, 'DTSTART:19700101T000000'))

const head = {
  google: [
    'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Citas',
    'X-WR-TIMEZONE:America/Mexico_City',
  ],
  apple: [
    'VERSION:2.0',
    'PRODID:-//Apple Inc.//macOS 14.5//EN',
    'CALSCALE:GREGORIAN',
    'X-APPLE-CALENDAR-COLOR:#FF2968',
  ],
  outlook: [
    'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
    'VERSION:2.0',
    'METHOD:PUBLISH',
    'X-MS-OLK-FORCEINSPECTOROPEN:TRUE',
  ],
  exchange: [
    'METHOD:PUBLISH',
    'PRODID:Microsoft Exchange Server 2010',
    'VERSION:2.0',
    'X-WR-CALNAME:Calendario',
  ],
  fresha: ['VERSION:2.0', 'PRODID:-//Fresha//Calendar Sync//EN', 'CALSCALE:GREGORIAN', 'X-WR-CALNAME:Fresha'],
  booksy: ['VERSION:2.0', 'PRODID:-//Booksy//Calendar//EN', 'METHOD:PUBLISH'],
  airbnb: ['PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN', 'CALSCALE:GREGORIAN', 'VERSION:2.0'],
  nextcloud: ['VERSION:2.0', 'PRODID:-//IDN nextcloud.com//Calendar app 4.7.16//EN', 'CALSCALE:GREGORIAN'],
  other: ['VERSION:2.0', 'PRODID:-//otro//ES'],
} as const

const mx = 'America/Mexico_City'
const centralMx = 'Central Standard Time (Mexico)'
const from = (exporter: keyof typeof head, ...parts: readonly (readonly string[])[]) => [
  ...head[exporter],
  ...parts.flat(),
]
/** One hour by the clock of a zone. */
const hourIn = (tzid: string, start: string, end: string, ...more: readonly string[]) =>
  event(`DTSTART;TZID=${tzid}:${start}`, `DTEND;TZID=${tzid}:${end}`, 'UID:1', ...more)
const utcHour = (uid: string, start: string, end: string, ...more: readonly string[]) =>
  event(`UID:${uid}`, `DTSTART:${start}Z`, `DTEND:${end}Z`, ...more)

const itsDates = 'the second reader reads no such dates'
const itsRule = 'the second reader expands that otherwise'

const google: readonly Sample[] = [
  {
    name: 'an hour in UTC',
    lines: from(
      'google',
      utcHour(
        'a@google.com',
        '20261207T160000',
        '20261207T170000',
        'TRANSP:OPAQUE',
        'STATUS:CONFIRMED',
        'SEQUENCE:0',
      ),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'an hour that is marked as free',
    lines: from('google', utcHour('a', '20261207T160000', '20261207T170000', 'TRANSP:TRANSPARENT')),
    busy: [],
  },
  {
    name: 'a series with its zone, an EXDATE and a move',
    lines: from(
      'google',
      fixedZone(mx, '-0600'),
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY;UNTIL=20261230T055959Z;BYDAY=TU',
        `EXDATE;TZID=${mx}:20261208T100000`,
        'UID:s@google.com',
      ),
      event(
        `DTSTART;TZID=${mx}:20261216T120000`,
        `DTEND;TZID=${mx}:20261216T130000`,
        'UID:s@google.com',
        `RECURRENCE-ID;TZID=${mx}:20261215T100000`,
        'SEQUENCE:1',
      ),
    ),
    busy: ['1 10:00-11:00', '16 12:00-13:00', '22 10:00-11:00', '29 10:00-11:00'],
  },
  {
    name: 'a move that is named in UTC while the series has a zone',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'UID:s',
      ),
      event('DTSTART:20261208T230000Z', 'DTEND:20261209T000000Z', 'UID:s', 'RECURRENCE-ID:20261208T160000Z'),
    ),
    busy: ['1 10:00-11:00', '8 17:00-18:00'],
  },
  {
    name: 'an occurrence that is cancelled by itself',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'UID:s',
      ),
      event(
        `DTSTART;TZID=${mx}:20261208T100000`,
        `DTEND;TZID=${mx}:20261208T110000`,
        'UID:s',
        `RECURRENCE-ID;TZID=${mx}:20261208T100000`,
        'STATUS:CANCELLED',
      ),
    ),
    busy: ['1 10:00-11:00', '15 10:00-11:00'],
  },
  {
    name: 'a whole day',
    lines: from('google', event('DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261208', 'UID:d')),
    busy: ['d7'],
  },
  {
    name: 'a holiday of several days',
    lines: from('google', event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'UID:d')),
    busy: ['d24-26'],
  },
  {
    name: 'a birthday every year since long ago, marked as free',
    lines: from(
      'google',
      event(
        'DTSTART;VALUE=DATE:19850507',
        'DTEND;VALUE=DATE:19850508',
        'RRULE:FREQ=YEARLY',
        'TRANSP:TRANSPARENT',
        'UID:b',
      ),
    ),
    busy: [],
  },
  {
    name: 'a split series: the first half ends before it begins',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;UNTIL=20261206T055959Z',
        'UID:s',
      ),
      event(
        `DTSTART;TZID=${mx}:20261207T120000`,
        `DTEND;TZID=${mx}:20261207T130000`,
        'RRULE:FREQ=DAILY;COUNT=2',
        'UID:s_R20261207T180000',
      ),
    ),
    busy: ['7 12:00-13:00', '8 12:00-13:00'],
  },
  {
    name: 'every other week on two days, weeks from Sunday',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU,TU;UNTIL=20261231T000000Z',
        'UID:s',
      ),
    ),
    busy: ['1 10:00-11:00', '13 10:00-11:00', '15 10:00-11:00', '27 10:00-11:00', '29 10:00-11:00'],
  },
  {
    name: 'the last Friday of each month since 2020',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20200131T180000`,
        `DTEND;TZID=${mx}:20200131T190000`,
        'RRULE:FREQ=MONTHLY;BYDAY=-1FR',
        'UID:s',
      ),
    ),
    busy: ['25 18:00-19:00'],
  },
  {
    name: 'several EXDATE lines, one in UTC',
    lines: from(
      'google',
      event(
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=4',
        `EXDATE;TZID=${mx}:20261208T100000`,
        'EXDATE:20261209T160000Z',
        'UID:s',
      ),
    ),
    busy: ['7 10:00-11:00', '10 10:00-11:00'],
  },
  {
    name: 'an appointment slot with a fold inside its title',
    lines: from(
      'google',
      utcHour(
        'a',
        '20261207T160000',
        '20261207T170000',
        'SUMMARY:Corte y color con una descripción que no cabe en una sola línea y',
        '  sigue aquí',
      ),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a zone across the border with summer time',
    lines: from('google', hourIn('America/Tijuana', '20261207T080000', '20261207T090000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'out of office from one zone to another',
    lines: from(
      'google',
      event(
        'DTSTART;TZID=America/Cancun:20261207T090000',
        'DTEND;TZID=America/Tijuana:20261207T090000',
        'UID:o',
      ),
    ),
    busy: ['7 08:00-11:00'],
  },
  {
    name: 'an alarm with a length of its own',
    lines: from(
      'google',
      event(
        'UID:a',
        'DTSTART:20261207T160000Z',
        'DTEND:20261207T163000Z',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-P0DT0H30M0S',
        'DURATION:PT5H',
        'END:VALARM',
      ),
    ),
    busy: ['7 10:00-10:30'],
  },
]

const apple: readonly Sample[] = [
  {
    name: 'a zone with its history',
    lines: from(
      'apple',
      zone(
        mx,
        standard('-0636', '-0600', 'DTSTART:19220101T000000', 'TZNAME:CST'),
        daylight(
          '-0600',
          '-0500',
          'DTSTART:19960407T020000',
          'RRULE:FREQ=YEARLY;UNTIL=20220403T080000Z;BYMONTH=4;BYDAY=1SU',
          'TZNAME:CDT',
        ),
        standard(
          '-0500',
          '-0600',
          'DTSTART:19961027T020000',
          'RRULE:FREQ=YEARLY;UNTIL=20221030T070000Z;BYMONTH=10;BYDAY=-1SU',
          'TZNAME:CST',
        ),
      ),
      hourIn(mx, '20261207T100000', '20261207T110000'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'an hour by its length',
    lines: from('apple', event(`DTSTART;TZID=${mx}:20261207T100000`, 'DURATION:PT1H30M', 'UID:a')),
    busy: ['7 10:00-11:30'],
  },
  {
    name: 'a travel time beside the event',
    lines: from(
      'apple',
      hourIn(mx, '20261207T100000', '20261207T110000', 'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a birthday without a year on a leap day',
    lines: from('apple', event('DTSTART;VALUE=DATE:16040229', 'RRULE:FREQ=YEARLY', 'UID:b')),
    busy: [],
  },
  {
    name: 'a birthday without a year',
    lines: from(
      'apple',
      event('DTSTART;VALUE=DATE:16041208', 'DTEND;VALUE=DATE:16041209', 'RRULE:FREQ=YEARLY', 'UID:b'),
    ),
    busy: ['d8'],
  },
  {
    name: 'a day that ends on itself',
    lines: from('apple', event('DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261207', 'UID:d')),
    busy: ['d7'],
  },
  {
    name: 'a day without an end',
    lines: from('apple', event('DTSTART;VALUE=DATE:20261207', 'UID:d')),
    busy: ['d7'],
  },
  {
    name: 'a floating hour',
    lines: from('apple', event('DTSTART:20261207T100000', 'DTEND:20261207T110000', 'UID:f')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a path in front of the zone',
    lines: from(
      'apple',
      hourIn('/freeassociation.sourceforge.net/America/Cancun', '20261207T110000', '20261207T120000'),
    ),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'a subscription with lines that end in LF alone',
    lines: from('apple', utcHour('a', '20261207T160000', '20261207T170000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'weekdays only',
    lines: from(
      'apple',
      event(
        `DTSTART;TZID=${mx}:20261203T080000`,
        `DTEND;TZID=${mx}:20261203T083000`,
        'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4',
        'UID:s',
      ),
    ),
    busy: ['3 08:00-08:30', '4 08:00-08:30', '7 08:00-08:30', '8 08:00-08:30'],
  },
  {
    name: 'all that follows is an hour later',
    lines: from(
      'apple',
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'UID:s',
      ),
      event(
        `DTSTART;TZID=${mx}:20261215T110000`,
        `DTEND;TZID=${mx}:20261215T123000`,
        'UID:s',
        `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=${mx}:20261215T100000`,
      ),
    ),
    busy: ['1 10:00-11:00', '8 10:00-11:00', '15 11:00-12:30', '22 11:00-12:30'],
    unjudged: itsRule,
  },
  {
    name: 'all that follows is cancelled',
    lines: from(
      'apple',
      event(
        `DTSTART;TZID=${mx}:20261201T100000`,
        `DTEND;TZID=${mx}:20261201T110000`,
        'RRULE:FREQ=WEEKLY',
        'UID:s',
      ),
      event(
        `DTSTART;TZID=${mx}:20261215T100000`,
        'STATUS:CANCELLED',
        'UID:s',
        `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=${mx}:20261215T100000`,
      ),
    ),
    busy: ['1 10:00-11:00', '8 10:00-11:00'],
    unjudged: itsRule,
  },
  {
    name: 'a meeting that was declined by an attendee',
    lines: from(
      'apple',
      hourIn(
        mx,
        '20261207T100000',
        '20261207T110000',
        'ATTENDEE;PARTSTAT=DECLINED;CN="Otra, persona":mailto:otra@ejemplo.test',
      ),
    ),
    busy: ['7 10:00-11:00'],
  },
]

const outlook: readonly Sample[] = [
  ...(
    [
      [centralMx, '20261207T100000', '7 10:00-11:00'],
      ['Eastern Standard Time (Mexico)', '20261207T110000', '7 10:00-11:00'],
      ['Pacific Standard Time (Mexico)', '20261207T080000', '7 10:00-11:00'],
      ['Mountain Standard Time (Mexico)', '20261207T090000', '7 10:00-11:00'],
      ['US Mountain Standard Time', '20261207T090000', '7 10:00-11:00'],
      ['Pacific Standard Time', '20261207T080000', '7 10:00-11:00'],
      ['Central Standard Time', '20261207T100000', '7 10:00-11:00'],
      ['Eastern Standard Time', '20261207T110000', '7 10:00-11:00'],
      ['Central America Standard Time', '20261207T100000', '7 10:00-11:00'],
      ['SA Pacific Standard Time', '20261207T110000', '7 10:00-11:00'],
      ['Romance Standard Time', '20261207T170000', '7 10:00-11:00'],
      ['UTC', '20261207T160000', '7 10:00-11:00'],
    ] as const
  ).map(([tzid, start, expected]): Sample => ({
    name: `an hour of "${tzid}" without a definition`,
    lines: from('outlook', event(`DTSTART;TZID=${tzid}:${start}`, 'DURATION:PT1H', 'UID:1')),
    busy: [expected],
  })),
  {
    name: 'the old rules of Mexico beside the event',
    lines: from(
      'outlook',
      oldMexico(centralMx, '-0600', '-0500'),
      hourIn(centralMx, '20261207T100000', '20261207T110000', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a quoted zone',
    lines: from('outlook', hourIn(`"${centralMx}"`, '20261207T100000', '20261207T110000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'the label of a zone in English',
    lines: from(
      'outlook',
      oldMexico('(UTC-06:00) Guadalajara\\, Mexico City\\, Monterrey', '-0600', '-0500'),
      hourIn('"(UTC-06:00) Guadalajara, Mexico City, Monterrey"', '20261207T100000', '20261207T110000'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'the name of a zone in Spanish',
    lines: from(
      'outlook',
      oldMexico('Hora estándar central (México)', '-0600', '-0500'),
      hourIn('"Hora estándar central (México)"', '20261207T100000', '20261207T110000'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'the label of Baja California',
    lines: from('outlook', hourIn('"(UTC-08:00) Baja California"', '20261207T080000', '20261207T090000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'the label of Chetumal',
    lines: from('outlook', hourIn('"(UTC-05:00) Chetumal"', '20261207T110000', '20261207T120000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'free by its own mark',
    lines: from(
      'outlook',
      utcHour('a', '20261207T160000', '20261207T170000', 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'),
    ),
    busy: [],
    unjudged: 'the second reader does not know the mark',
  },
  {
    name: 'tentative',
    lines: from(
      'outlook',
      utcHour(
        'a',
        '20261207T160000',
        '20261207T170000',
        'STATUS:TENTATIVE',
        'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE',
      ),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'out of office for days',
    lines: from(
      'outlook',
      event(
        'UID:o',
        'DTSTART;VALUE=DATE:20261221',
        'DTEND;VALUE=DATE:20261226',
        'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ),
    ),
    busy: ['d21-25'],
  },
  {
    name: 'a customised zone that only the file knows',
    lines: from(
      'outlook',
      fixedZone('Customized Time Zone', '-0400'),
      hourIn('Customized Time Zone', '20261207T120000', '20261207T130000'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a customised zone with summer time',
    lines: from(
      'outlook',
      zone(
        'tzone://Microsoft/Custom',
        standard('-0400', '-0500', 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
        daylight('-0500', '-0400', 'DTSTART:16010101T020000', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
      ),
      hourIn('tzone://Microsoft/Custom', '20261207T110000', '20261207T120000'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'tzone://Microsoft/Utc',
    lines: from('outlook', hourIn('tzone://Microsoft/Utc', '20261207T160000', '20261207T170000')),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'a colon in an unquoted zone',
    lines: from(
      'outlook',
      fixedZone('GMT-05:00', '-0500'),
      hourIn('GMT-05:00', '20261207T110000', '20261207T120000'),
    ),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'an offset for a zone',
    lines: from('outlook', hourIn('UTC-5', '20261207T110000', '20261207T120000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'a rule in small letters with a blank and a semicolon at its end',
    lines: from(
      'outlook',
      event('UID:s', 'DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z', 'RRULE:freq=daily; count=2;'),
    ),
    busy: ['7 10:00-11:00', '8 10:00-11:00'],
    unjudged: itsRule,
  },
  {
    name: 'an exception that is named by a whole day',
    lines: from(
      'outlook',
      event(
        'UID:s',
        `DTSTART;TZID=${centralMx}:20261207T100000`,
        `DTEND;TZID=${centralMx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;VALUE=DATE:20261208',
      ),
    ),
    busy: ['7 10:00-11:00', '9 10:00-11:00'],
  },
]

const exchange: readonly Sample[] = [
  {
    name: 'a published calendar with its zone',
    lines: from(
      'exchange',
      oldMexico(centralMx, '-0600', '-0500'),
      event(
        'UID:040000008200E00074C5B7101A82E008',
        `DTSTART;TZID=${centralMx}:20261207T100000`,
        `DTEND;TZID=${centralMx}:20261207T110000`,
        'CLASS:PUBLIC',
        'PRIORITY:5',
        'TRANSP:OPAQUE',
        'STATUS:CONFIRMED',
        'X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY',
      ),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'busy alone, without titles',
    lines: from(
      'exchange',
      utcHour('a', '20261207T160000', '20261207T170000', 'SUMMARY:Ocupado'),
      utcHour('b', '20261207T180000', '20261207T190000', 'SUMMARY:Ocupado'),
    ),
    busy: ['7 10:00-11:00', '7 12:00-13:00'],
  },
  {
    name: 'a day as two midnights with its mark',
    lines: from(
      'exchange',
      event(
        'UID:d',
        `DTSTART;TZID=${centralMx}:20261207T000000`,
        `DTEND;TZID=${centralMx}:20261208T000000`,
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ),
    ),
    busy: ['d7'],
  },
  {
    name: 'a whole-day series with exceptions that are midnights',
    lines: from(
      'exchange',
      event(
        'UID:d',
        'DTSTART;VALUE=DATE:20261207',
        'DTEND;VALUE=DATE:20261208',
        'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO;WKST=SU',
        `EXDATE;TZID=${centralMx}:20261214T000000`,
      ),
    ),
    busy: ['d7', 'd21'],
  },
  {
    name: 'the second Tuesday of the month',
    lines: from(
      'exchange',
      event(
        'UID:s',
        `DTSTART;TZID=${centralMx}:20260113T100000`,
        `DTEND;TZID=${centralMx}:20260113T110000`,
        'RRULE:FREQ=MONTHLY;UNTIL=20270112T160000Z;INTERVAL=1;BYDAY=2TU',
      ),
    ),
    busy: ['8 10:00-11:00'],
  },
  {
    name: 'the last weekday of the month by position',
    lines: from(
      'exchange',
      event(
        'UID:s',
        `DTSTART;TZID=${centralMx}:20260130T100000`,
        `DTEND;TZID=${centralMx}:20260130T110000`,
        'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      ),
    ),
    busy: ['31 10:00-11:00'],
  },
  {
    name: 'a moved occurrence beside several versions of it',
    lines: from(
      'exchange',
      event(
        'UID:s',
        `DTSTART;TZID=${centralMx}:20261207T100000`,
        `DTEND;TZID=${centralMx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=2',
      ),
      event(
        'UID:s',
        `RECURRENCE-ID;TZID=${centralMx}:20261208T100000`,
        `DTSTART;TZID=${centralMx}:20261208T150000`,
        `DTEND;TZID=${centralMx}:20261208T160000`,
        'SEQUENCE:1',
      ),
      event(
        'UID:s',
        `RECURRENCE-ID;TZID=${centralMx}:20261208T100000`,
        `DTSTART;TZID=${centralMx}:20261208T170000`,
        `DTEND;TZID=${centralMx}:20261208T180000`,
        'SEQUENCE:2',
      ),
    ),
    busy: ['7 10:00-11:00', '8 17:00-18:00'],
  },
  {
    name: 'an exception whose series is not in the file',
    lines: from(
      'exchange',
      event(
        'UID:s',
        `RECURRENCE-ID;TZID=${centralMx}:20261208T100000`,
        `DTSTART;TZID=${centralMx}:20261208T150000`,
        `DTEND;TZID=${centralMx}:20261208T160000`,
      ),
    ),
    busy: ['8 15:00-16:00'],
  },
  {
    name: 'a rule that ends with a negative count',
    lines: from(
      'exchange',
      event('UID:s', 'DTSTART:20261229T160000Z', 'DTEND:20261229T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=-1'),
    ),
    busy: ['29 10:00-11:00', '1/5 10:00-11:00'],
    unjudged: itsRule,
  },
  {
    name: 'free/busy alone',
    lines: from('exchange', [
      'BEGIN:VFREEBUSY',
      'DTSTART:20261201T000000Z',
      'DTEND:20261231T000000Z',
      'FREEBUSY;FBTYPE=BUSY:20261207T160000Z/20261207T170000Z,20261208T160000Z/PT1H',
      'FREEBUSY;FBTYPE=FREE:20261209T160000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261210T160000Z/PT30M',
      'FREEBUSY:20261211T160000Z/PT30M',
      'END:VFREEBUSY',
    ]),
    busy: ['7 10:00-11:00', '8 10:00-11:00', '10 10:00-10:30', '11 10:00-10:30'],
    unjudged: 'the second reader expands no free/busy',
  },
  {
    name: 'working elsewhere',
    lines: from(
      'exchange',
      utcHour(
        'a',
        '20261207T160000',
        '20261207T170000',
        'TRANSP:TRANSPARENT',
        'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE',
      ),
    ),
    busy: [],
  },
]

const salons: readonly Sample[] = [
  {
    name: 'Fresha: an appointment in UTC',
    lines: from(
      'fresha',
      utcHour(
        'f1',
        '20261207T160000',
        '20261207T164500',
        'STATUS:CONFIRMED',
        'DESCRIPTION:Notas:\\nllega con niño',
      ),
    ),
    busy: ['7 10:00-10:45'],
  },
  {
    name: 'Fresha: a cancelled one stays in the feed',
    lines: from('fresha', utcHour('f1', '20261207T160000', '20261207T164500', 'STATUS:CANCELLED')),
    busy: [],
  },
  {
    name: 'Fresha: a no-show stays busy',
    lines: from(
      'fresha',
      utcHour('f1', '20261207T160000', '20261207T164500', 'STATUS:CONFIRMED', 'X-STATUS:NO_SHOW'),
    ),
    busy: ['7 10:00-10:45'],
  },
  {
    name: 'Fresha: blocked time by its length',
    lines: from('fresha', event('UID:b', `DTSTART;TZID=${mx}:20261207T140000`, 'DURATION:PT2H')),
    busy: ['7 14:00-16:00'],
  },
  {
    name: 'Fresha: several people at one hour',
    lines: from(
      'fresha',
      utcHour('a', '20261207T160000', '20261207T170000'),
      utcHour('b', '20261207T163000', '20261207T173000'),
    ),
    busy: ['7 10:00-11:30'],
  },
  { name: 'Fresha: an empty calendar', lines: from('fresha'), busy: [] },
  {
    name: 'Fresha: no UID at all',
    lines: from(
      'fresha',
      event('DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z'),
      event('DTSTART:20261208T160000Z', 'DTEND:20261208T170000Z'),
    ),
    busy: ['7 10:00-11:00', '8 10:00-11:00'],
  },
  {
    name: 'Booksy: one UID for all',
    lines: from(
      'booksy',
      utcHour('booksy', '20261207T160000', '20261207T170000'),
      utcHour('booksy', '20261208T160000', '20261208T170000'),
    ),
    busy: ['7 10:00-11:00', '8 10:00-11:00'],
    unjudged: 'the second reader keeps one event a UID',
  },
  {
    name: 'Booksy: dashes and colons in its dates',
    lines: from('booksy', event('UID:a', 'DTSTART:2026-12-07T16:00:00Z', 'DTEND:2026-12-07T17:00:00Z')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'Booksy: an offset behind its dates',
    lines: from('booksy', event('UID:a', 'DTSTART:20261207T100000-0600', 'DTEND:20261207T110000-0600')),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'Booksy: parts of a second',
    lines: from('booksy', event('UID:a', 'DTSTART:20261207T160000.000Z', 'DTEND:20261207T170000.000Z')),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'Booksy: no seconds',
    lines: from('booksy', event('UID:a', 'DTSTART:20261207T1600Z', 'DTEND:20261207T1700Z')),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'Booksy: names of properties in small letters',
    lines: from('booksy', event('uid:a', 'dtstart:20261207T160000Z', 'dtend:20261207T170000Z')),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'Booksy: a line without a colon',
    lines: from('booksy', event('UID:a', 'X-NOTA', 'DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'Booksy: a title over two lines that were never folded',
    lines: from(
      'booksy',
      event('UID:a', 'SUMMARY:Corte', 'y color', 'DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z'),
    ),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'Booksy: one event that ends before it begins',
    lines: from(
      'booksy',
      utcHour('a', '20261207T170000', '20261207T160000'),
      utcHour('b', '20261208T160000', '20261208T170000'),
    ),
    busy: ['8 10:00-11:00'],
    unread: 1,
  },
  {
    name: 'Booksy: an event without a beginning',
    lines: from(
      'booksy',
      event('UID:a', 'DTEND:20261207T170000Z'),
      utcHour('b', '20261208T160000', '20261208T170000'),
    ),
    busy: ['8 10:00-11:00'],
    unread: 1,
  },
  {
    name: 'Booksy: 30 February',
    lines: from(
      'booksy',
      event('UID:a', 'DTSTART:20270230T160000Z', 'DURATION:PT1H'),
      utcHour('b', '20261208T160000', '20261208T170000'),
    ),
    busy: ['8 10:00-11:00'],
    unread: 1,
  },
  {
    name: 'Booksy: an event that is not closed before the next',
    lines: from(
      'booksy',
      ['BEGIN:VEVENT', 'UID:a', 'DTSTART:20261207T160000Z', 'DTEND:20261207T170000Z'],
      utcHour('b', '20261208T160000', '20261208T170000'),
    ),
    busy: ['7 10:00-11:00', '8 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'Booksy: 24 o’clock',
    lines: from(
      'booksy',
      event('UID:a', `DTSTART;TZID=${mx}:20261207T220000`, `DTEND;TZID=${mx}:20261207T240000`),
    ),
    busy: ['7 22:00-24:00'],
    unjudged: itsDates,
  },
]

const rentals: readonly Sample[] = [
  {
    name: 'Airbnb: nights that are reserved',
    lines: from(
      'airbnb',
      event(
        'DTEND;VALUE=DATE:20261210',
        'DTSTART;VALUE=DATE:20261207',
        'UID:1418fb94e984-x@airbnb.com',
        'SUMMARY:Reserved',
      ),
    ),
    busy: ['d7-9'],
  },
  {
    name: 'Airbnb: nights that its host closed',
    lines: from(
      'airbnb',
      event(
        'DTSTART;VALUE=DATE:20261220',
        'DTEND;VALUE=DATE:20261222',
        'UID:y@airbnb.com',
        'SUMMARY:Airbnb (Not available)',
      ),
    ),
    busy: ['d20-21'],
  },
  {
    name: 'Airbnb: reservations one after the other',
    lines: from(
      'airbnb',
      event('DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261209', 'UID:a'),
      event('DTSTART;VALUE=DATE:20261209', 'DTEND;VALUE=DATE:20261210', 'UID:b'),
    ),
    busy: ['d7-9'],
  },
  {
    name: 'Airbnb: dates without VALUE',
    lines: from('airbnb', event('DTSTART:20261207', 'DTEND:20261209', 'UID:a')),
    busy: ['d7-8'],
  },
  {
    name: 'Airbnb: a stay that began before',
    lines: from('airbnb', event('DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261203', 'UID:a')),
    busy: ['d1-2'],
  },
  {
    name: 'Airbnb: nights by their length',
    lines: from('airbnb', event('DTSTART;VALUE=DATE:20261207', 'DURATION:P2D', 'UID:a')),
    busy: ['d7-8'],
  },
  {
    name: 'Airbnb: a day of no length',
    lines: from('airbnb', event('DTSTART;VALUE=DATE:20261207', 'DURATION:P0D', 'UID:a')),
    busy: ['d7'],
  },
  {
    name: 'Airbnb: a date with a midnight',
    lines: from(
      'airbnb',
      event('DTSTART;VALUE=DATE:20261207T000000', 'DTEND;VALUE=DATE:20261208T000000', 'UID:a'),
    ),
    busy: ['d7'],
  },
]

const nextcloud: readonly Sample[] = [
  {
    name: 'an abbreviation that the file defines',
    lines: from('nextcloud', fixedZone('CST', '-0600'), hourIn('CST', '20261207T100000', '20261207T110000')),
    busy: ['7 10:00-11:00'],
    unjudged: 'the second reader throws',
  },
  {
    name: 'an abbreviation that nothing defines',
    lines: from('nextcloud', hourIn('CST', '20261207T100000', '20261207T110000')),
    busy: ['7 10:00-11:00'],
    unjudged: 'the second reader throws',
    unread: 1,
  },
  {
    name: 'the zone beside the event',
    lines: from('nextcloud', fixedZone(mx, '-0600'), hourIn(mx, '20261207T100000', '20261207T110000')),
    busy: ['7 10:00-11:00'],
  },
  {
    name: 'the location of a zone with another name',
    lines: from(
      'nextcloud',
      zone(
        'Mi hora',
        ['X-LIC-LOCATION:America/Cancun'],
        standard('-0500', '-0500', 'DTSTART:19700101T000000'),
      ),
      hourIn('Mi hora', '20261207T110000', '20261207T120000'),
    ),
    busy: ['7 10:00-11:00'],
    unjudged: 'the second reader does not know X-LIC-LOCATION',
  },
  {
    name: 'an exception in the clock of another zone',
    lines: from(
      'nextcloud',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=America/Cancun:20261208T110000',
      ),
    ),
    busy: ['7 10:00-11:00', '9 10:00-11:00'],
  },
  {
    name: 'a cancelled exception in the clock of another zone',
    lines: from(
      'nextcloud',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
      event(
        'UID:s',
        'STATUS:CANCELLED',
        'RECURRENCE-ID;TZID=America/Cancun:20261208T110000',
        'DTSTART;TZID=America/Cancun:20261208T110000',
        'DTEND;TZID=America/Cancun:20261208T120000',
      ),
    ),
    busy: ['7 10:00-11:00', '9 10:00-11:00'],
  },
  {
    name: 'extra dates',
    lines: from(
      'nextcloud',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        `RDATE;TZID=${mx}:20261209T150000,20261211T150000`,
      ),
    ),
    busy: ['7 10:00-11:00', '9 15:00-16:00', '11 15:00-16:00'],
    unjudged: 'the second reader takes RDATE with a rule alone',
  },
  {
    name: 'extra dates in UTC that are periods',
    lines: from(
      'nextcloud',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RDATE;VALUE=PERIOD:20261209T210000Z/20261209T233000Z,20261210T210000Z/PT15M',
      ),
    ),
    busy: ['7 10:00-11:00', '9 15:00-17:30', '10 15:00-15:15'],
    unjudged: itsRule,
  },
  {
    name: 'a rule and an extra date meet',
    lines: from(
      'nextcloud',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=2',
        `RDATE;TZID=${mx}:20261208T100000`,
      ),
    ),
    busy: ['7 10:00-11:00', '8 10:00-11:00'],
  },
  {
    name: 'a day and a half by its length',
    lines: from('nextcloud', event('UID:a', `DTSTART;TZID=${mx}:20261207T100000`, 'DURATION:P1DT12H')),
    busy: ['7 10:00-8 22:00'],
  },
  {
    name: 'tasks and a journal beside it',
    lines: from(
      'nextcloud',
      [
        'BEGIN:VTODO',
        'UID:t',
        'DTSTART:20261207T160000Z',
        'DUE:20261207T180000Z',
        'END:VTODO',
        'BEGIN:VJOURNAL',
        'UID:j',
        'DTSTART:20261207T160000Z',
        'END:VJOURNAL',
      ],
      utcHour('a', '20261208T160000', '20261208T170000'),
    ),
    busy: ['8 10:00-11:00'],
  },
  {
    name: 'a birthday from the address book',
    lines: from(
      'nextcloud',
      event(
        'UID:b',
        'DTSTART;VALUE=DATE:19701208',
        'DTEND;VALUE=DATE:19701209',
        'RRULE:FREQ=YEARLY',
        'TRANSP:TRANSPARENT',
      ),
    ),
    busy: [],
  },
  {
    name: 'an ending in hours of a whole-day beginning',
    lines: from(
      'nextcloud',
      event('UID:m', 'DTSTART;VALUE=DATE:20261207', `DTEND;TZID=${mx}:20261207T120000`),
    ),
    busy: ['7 00:00-12:00'],
    unjudged: itsDates,
  },
]

const rules: readonly Sample[] = [
  {
    name: 'a beginning on another weekday than its rule',
    lines: from(
      'other',
      event(
        'UID:s',
        'DTSTART:20261202T100000',
        'DTEND:20261202T110000',
        'RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20261211T000000',
      ),
    ),
    busy: ['2 10:00-11:00', '3 10:00-11:00', '10 10:00-11:00'],
    unjudged: itsRule,
  },
  {
    name: 'until a date, that day included',
    lines: from(
      'other',
      event('UID:s', 'DTSTART:20261202T160000Z', 'DTEND:20261202T170000Z', 'RRULE:FREQ=DAILY;UNTIL=20261204'),
    ),
    busy: ['2 10:00-11:00', '3 10:00-11:00', '4 10:00-11:00'],
  },
  {
    name: 'until an hour of its own clock',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261202T200000`,
        `DTEND;TZID=${mx}:20261202T210000`,
        'RRULE:FREQ=DAILY;UNTIL=20261204T200000',
      ),
    ),
    busy: ['2 20:00-21:00', '3 20:00-21:00', '4 20:00-21:00'],
  },
  {
    name: 'days until a midnight in UTC',
    lines: from(
      'other',
      event('UID:s', 'DTSTART;VALUE=DATE:20261202', 'RRULE:FREQ=DAILY;UNTIL=20261204T000000Z'),
    ),
    busy: ['d2-4'],
  },
  {
    name: 'every day since 2012',
    lines: from(
      'other',
      event(
        'UID:s',
        'DTSTART:20120101T060000',
        'DURATION:PT30M',
        'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;UNTIL=20261203T000000',
      ),
    ),
    busy: ['1 06:00-06:30', '2 06:00-06:30'],
  },
  {
    name: 'the 700th of a count',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20250102T100000`,
        `DTEND;TZID=${mx}:20250102T110000`,
        'RRULE:FREQ=DAILY;COUNT=700',
      ),
    ),
    busy: ['1 10:00-11:00', '2 10:00-11:00'],
  },
  {
    name: 'the 31st of months that have one',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20260131T100000`,
        `DTEND;TZID=${mx}:20260131T110000`,
        'RRULE:FREQ=MONTHLY',
      ),
    ),
    busy: ['31 10:00-11:00'],
  },
  {
    name: 'the last day of the month',
    lines: from('other', event('UID:s', 'DTSTART;VALUE=DATE:20260131', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1')),
    busy: ['d31'],
  },
  {
    name: 'every third hour of a day',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T090000`,
        'DURATION:PT30M',
        'RRULE:FREQ=HOURLY;INTERVAL=3;COUNT=3',
      ),
    ),
    busy: ['7 09:00-09:30', '7 12:00-12:30', '7 15:00-15:30'],
  },
  {
    name: 'two hours of each day',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T090000`,
        'DURATION:PT30M',
        'RRULE:FREQ=DAILY;BYHOUR=9,17;COUNT=3',
      ),
    ),
    busy: ['7 09:00-09:30', '7 17:00-17:30', '8 09:00-09:30'],
  },
  {
    name: 'a night over midnight, week by week',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T220000`,
        `DTEND;TZID=${mx}:20261208T020000`,
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    ),
    busy: ['7 22:00-8 02:00', '14 22:00-15 02:00'],
  },
  {
    name: 'a rule that excludes',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=4',
      ),
    ),
    busy: ['8 10:00-11:00', '10 10:00-11:00'],
    unjudged: itsRule,
  },
  {
    name: 'a rule of an unknown kind: its first time is sure',
    lines: from(
      'other',
      event(
        'UID:s',
        `DTSTART;TZID=${mx}:20261207T100000`,
        `DTEND;TZID=${mx}:20261207T110000`,
        'RRULE:FREQ=FORTNIGHTLY',
      ),
    ),
    busy: ['7 10:00-11:00'],
    unread: 1,
    unjudged: itsRule,
  },
  {
    name: 'a zone of which nobody knows anything: it is read here, and said',
    lines: from('other', hourIn('Zona de Marte', '20261207T100000', '20261207T110000')),
    busy: ['7 10:00-11:00'],
    unread: 1,
  },
  {
    name: 'times without a zone in a calendar that has one',
    lines: from(
      'other',
      ['X-WR-TIMEZONE:America/Tijuana'],
      event('UID:a', 'DTSTART:20261207T080000', 'DTEND:20261207T090000'),
    ),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'an end without a zone is by the clock of the beginning',
    lines: from(
      'other',
      event('UID:a', 'DTSTART;TZID=America/Tijuana:20261207T080000', 'DTEND:20261207T090000'),
    ),
    busy: ['7 10:00-11:00'],
    unjudged: itsDates,
  },
  {
    name: 'a moment without length takes no time',
    lines: from(
      'other',
      event('UID:a', 'DTSTART:20261207T160000Z'),
      event('UID:b', 'DTSTART:20261207T160000Z', 'DTEND:20261207T160000Z'),
    ),
    busy: [],
  },
  {
    name: 'a cancellation that is a file of its own',
    lines: ['METHOD:CANCEL', ...from('other', utcHour('a', '20261207T160000', '20261207T170000'))],
    busy: [],
    unjudged: 'the second reader does not ask for the method',
  },
  {
    name: 'an event long over that cannot be read is nobody’s loss',
    lines: from(
      'other',
      utcHour('old', '20150507T170000', '20150507T160000'),
      utcHour('b', '20261208T160000', '20261208T170000'),
    ),
    busy: ['8 10:00-11:00'],
  },
]

const named = (exporter: string, samples: readonly Sample[]) =>
  samples.map((sample) => ({ ...sample, name: `${exporter}: ${sample.name}` }))

export const samples: readonly Sample[] = [
  ...named('Google', google),
  ...named('Apple', apple),
  ...named('Outlook', outlook),
  ...named('Exchange', exchange),
  ...salons,
  ...rentals,
  ...named('Nextcloud', nextcloud),
  ...named('by rule', rules),
]
