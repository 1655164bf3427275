import { lazy } from 'react'
import { type Timeline as View, type TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { UnitBlockForm } from '#web/parts/booking/timeline/unit-block-form.tsx'
import { ClaimDialog } from '#web/parts/booking/timeline/claim-dialog.tsx'
import type { Pointed } from '#web/parts/booking/timeline/timeline-claim.ts'
import type { Selection } from '#web/parts/booking/rent/rent-change-dialog.tsx'
import { capitalZone } from '#web/parts/time/wall-clock.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const ClosureDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/closure-dialog.tsx')).ClosureDialog,
}))

const DeskDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/desk-dialog.tsx')).DeskDialog,
}))

const CalendarsDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/calendars-dialog.tsx')).CalendarsDialog,
}))

const DeskRentDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/desk-rent-dialog.tsx')).DeskRentDialog,
}))

const RentChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/rent/rent-change-dialog.tsx')).RentChangeDialog,
}))

const HoursDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/timeline/hours-dialog.tsx')).HoursDialog,
}))

const HostColours = lazy(() => import('#web/parts/booking/timeline/host-colours.tsx'))

export type Shown =
  | { what: 'claim'; pointed: Pointed }
  | { what: 'block'; spaceId: number; start: { unitId: number; date: string; minute: number } }
  | { what: 'rent-change'; space: TimelineSpace; selection: Selection }
  | { what: 'calendars' | 'closure' | 'colours' | 'desk' | 'desk-rent' | 'hours' }

/** The dialog that is open, if any. */
export const BoardDialog = ({
  shown,
  close,
  show,
  timeline,
  date,
  today,
  first,
  space,
}: {
  shown: Shown | undefined
  close: () => void
  show: (shown: Shown) => void
  timeline: View
  date: string
  today: string
  first: TimelineSpace | undefined
  space: TimelineSpace | undefined
}) =>
  shown === undefined ? null : shown.what === 'claim' ? (
    <ClaimDialog
      pointed={shown.pointed}
      onClose={close}
      onOtherHour={(selection) => show({ what: 'rent-change', space: shown.pointed.space, selection })}
    />
  ) : shown.what === 'rent-change' ? (
    <RentChangeDialog
      by={{ as: 'host', units: shown.space.units }}
      selection={shown.selection}
      onClose={close}
    />
  ) : shown.what === 'closure' ? (
    <ClosureDialog spaces={timeline.spaces} date={date < today ? today : date} onClose={close} />
  ) : shown.what === 'desk' ? (
    <DeskDialog spaces={timeline.spaces} date={date < today ? today : date} onClose={close} />
  ) : shown.what === 'colours' ? (
    <HostColours timeline={timeline} onClose={close} />
  ) : shown.what === 'calendars' ? (
    <CalendarsDialog zone={first?.zone ?? capitalZone} onClose={close} />
  ) : shown.what === 'desk-rent' ? (
    <DeskRentDialog
      spaces={timeline.spaces.filter(({ status }) => status === 'published')}
      date={date < today ? today : date}
      onClose={close}
    />
  ) : shown.what === 'hours' ? (
    <HoursDialog spaces={timeline.spaces} onClose={close} />
  ) : shown.what !== 'block' || space === undefined ? null : (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title="Bloquear un horario"
      description="Ese tiempo deja de ofrecerse. Si ya hay una cita, usa «Cerrar un tiempo»."
    >
      <UnitBlockForm space={space} start={shown.start} onDone={close} />
    </Dialog>
  )
