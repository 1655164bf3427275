import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { type Gap } from '#contract/platform/gaps.ts'
import { EntryDialog } from '#web/parts/booking/agenda/entry-dialog.tsx'
import { OwnBlockForm } from '#web/parts/booking/agenda/own-block-form.tsx'
import type { OwnWhen } from '#web/parts/booking/series/use-own-appointment.ts'
import type { OwnWhat } from '#web/parts/booking/series/use-own-visit.ts'
import type { AppointmentStart, Known } from '#web/parts/booking/series/use-proposal.ts'
import { withLine } from '#web/parts/offline/with-line.tsx'
import { dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const AwayDialog = withLine(() => import('#web/parts/booking/agenda/away-dialog.tsx'))

const OwnColours = withLine(() => import('#web/parts/booking/agenda/own-colours.tsx'))

const CopyWeekDialog = withLine(() => import('#web/parts/booking/agenda/copy-week-dialog.tsx'))

const DayHoursDialog = withLine(() => import('#web/parts/booking/agenda/day-hours-dialog.tsx'))

const GapDialog = withLine(() => import('#web/parts/booking/agenda/gap-dialog.tsx'))

const SetClassDialog = withLine(() => import('#web/parts/booking/agenda/set-class-dialog.tsx'))

const MoveClass = withLine(() => import('#web/parts/booking/agenda/move-class.tsx'))

const MoveVisit = withLine(() => import('#web/parts/booking/agenda/move-visit.tsx'))

const NewAppointment = withLine(() => import('#web/parts/booking/series/new-appointment.tsx'))

const OwnAppointment = withLine(() => import('#web/parts/booking/series/own-appointment.tsx'))

const OwnCalendarsDialog = withLine(() => import('#web/parts/booking/agenda/own-calendars-dialog.tsx'))

const WeekHoursDialog = withLine(() => import('#web/parts/booking/agenda/week-hours-dialog.tsx'))

const SlotInspector = withLine(() => import('#web/parts/booking/agenda/slot-inspector.tsx'))

export type Shown =
  | { what: 'entry'; entry: CalendarEntry }
  | { what: 'move'; entry: CalendarEntry; selection?: string }
  | { what: 'block'; date: string; minute: number }
  | { what: 'gap'; gap: Gap }
  | { what: 'appointment'; start?: AppointmentStart; client?: Known | undefined }
  | { what: 'own'; when: OwnWhen; of?: OwnWhat; client?: number | undefined }
  | { what: 'no-line' }
  | { what: 'away' | 'calendars' | 'class' | 'colours' | 'copy' | 'hours' | 'inspector' | 'week-hours' }

/** The dialog that is open, if any. */
export const AgendaDialog = ({
  shown,
  calendar,
  show,
  close,
  later,
  monday,
  today,
}: {
  shown: Shown | undefined
  calendar: Calendar
  show: (shown: Shown) => void
  close: () => void
  later: string
  monday: string
  today: string
}) =>
  shown === undefined ? null : shown.what === 'entry' ? (
    <EntryDialog
      entry={shown.entry}
      zone={calendar.zone}
      onMove={() => show({ what: 'move', entry: shown.entry })}
      onClose={close}
    />
  ) : shown.what === 'move' && shown.entry.class !== undefined ? (
    <MoveClass entry={shown.entry} own={shown.entry.class} selection={shown.selection} onClose={close} />
  ) : shown.what === 'move' ? (
    <MoveVisit entry={shown.entry} selection={shown.selection} onClose={close} />
  ) : shown.what === 'block' ? (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title="Bloquear un rato"
      description="Ese tiempo deja de ofrecerse. Lo que ya está reservado no se toca."
    >
      <OwnBlockForm zone={calendar.zone} start={shown} onDone={close} />
    </Dialog>
  ) : shown.what === 'no-line' ? (
    <Dialog open onOpenChange={close} title="Sin conexión">
      <p>Bloquear un rato necesita internet. Tu agenda de hoy sigue aquí.</p>
    </Dialog>
  ) : shown.what === 'away' ? (
    <AwayDialog from={later} zone={calendar.zone} onClose={close} />
  ) : shown.what === 'class' ? (
    <SetClassDialog from={later} onClose={close} />
  ) : shown.what === 'own' ? (
    <OwnAppointment
      when={shown.when}
      what={shown.of}
      client={shown.client}
      onProposal={(client, start) =>
        show({
          what: 'appointment',
          client: client && { ...client, phone: client.phone ?? '' },
          ...(start === undefined ? {} : { start }),
        })
      }
      onBlock={blockAt(shown.when, show)}
      onClose={close}
    />
  ) : shown.what === 'appointment' ? (
    <NewAppointment start={shown.start} client={shown.client} onClose={close} />
  ) : shown.what === 'gap' ? (
    <GapDialog
      gap={shown.gap}
      zone={calendar.zone}
      onAppointment={(start) => show(ownAt(start, calendar.zone))}
      onClose={close}
    />
  ) : shown.what === 'calendars' ? (
    <OwnCalendarsDialog zone={calendar.zone} onClose={close} />
  ) : shown.what === 'colours' ? (
    <OwnColours calendar={calendar} onClose={close} />
  ) : shown.what === 'copy' ? (
    <CopyWeekDialog monday={monday} today={today} onClose={close} />
  ) : shown.what === 'week-hours' ? (
    <WeekHoursDialog today={today} onClose={close} />
  ) : shown.what === 'hours' ? (
    <DayHoursDialog date={later} onClose={close} />
  ) : (
    <SlotInspector date={later} onClose={close} />
  )

/** The sheet at a start of a gap. */
const ownAt = ({ serviceId, startsAt, spaceId }: AppointmentStart, zone: string): Shown => ({
  what: 'own',
  when: { date: dateIn(startsAt, zone), time: timeOf(startsAt, zone) },
  of: { service: serviceId, place: spaceId ?? undefined },
})

/** Only for a pressed free hour; not for a day alone. */
const blockAt = ({ date, time }: OwnWhen, show: (shown: Shown) => void) => {
  if (time === undefined || time === 'now') return undefined
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return () => show({ what: 'block', date, minute: hours * 60 + minutes })
}
