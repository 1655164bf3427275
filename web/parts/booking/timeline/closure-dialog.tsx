import type { ClosureImpact } from '#contract/booking/closure/closure.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { TimelineSpace } from '#contract/booking/agenda/timeline.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import {
  useClosurePeriod,
  type ClosurePeriod,
  SpaceFields,
  DateFields,
  UnitFields,
} from '#web/parts/booking/timeline/closure-period.tsx'
import { useClosureImpact, type ClosureDecision } from '#web/parts/booking/timeline/use-closure-impact.ts'
import { AffectedBookings } from '#web/parts/booking/timeline/closure-choices.tsx'

/** Closes time in two steps: what and when, then a choice for each affected booking, with its cost shown before. */
export const ClosureDialog = ({
  spaces,
  date,
  onClose,
}: {
  spaces: readonly TimelineSpace[]
  date: string
  onClose: () => void
}) => {
  const period = useClosurePeriod(spaces, date)
  const decision = useClosureImpact(period, onClose)
  if (period.space === undefined) return null

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={
        decision.impact === undefined
          ? 'Cerrar un tiempo'
          : decision.affected.length === 0
            ? 'Ninguna cita afectada'
            : 'Qué hacer con cada cita'
      }
      description={
        decision.impact === undefined
          ? 'Vacaciones, obra o mantenimiento. Antes de cerrar ves qué citas toca.'
          : `${longDate(period.from)}${period.to === period.from ? '' : ` a ${longDate(period.to)}`}, ${unitsText(period.space, decision.impact)}`
      }
      actions={<ClosureActions decision={decision} period={period} onClose={onClose} />}
    >
      {decision.impact === undefined ? (
        <PeriodFields spaces={spaces} period={period} space={period.space} decision={decision} />
      ) : (
        <AffectedBookings decision={decision} impact={decision.impact} />
      )}
    </Dialog>
  )
}

const unitsText = ({ name, units }: TimelineSpace, { unitIds }: ClosureImpact) =>
  unitIds.length === units.length
    ? name
    : units
        .filter(({ id }) => unitIds.includes(id))
        .map((unit) => unit.name)
        .join(', ')

/** One component for both steps, so that the pressed button keeps the focus. */
const ClosureActions = ({
  decision,
  period,
  onClose,
}: {
  decision: ClosureDecision
  period: ClosurePeriod
  onClose: () => void
}) =>
  decision.impact === undefined ? (
    <>
      <Button tone="quiet" onClick={onClose}>
        Dejarlo
      </Button>
      <Button
        busy={decision.previewing.isPending}
        disabled={period.from === '' || period.to === ''}
        onClick={() => decision.previewing.mutate()}
      >
        Ver a quién afecta
      </Button>
    </>
  ) : (
    <>
      <Button tone="quiet" onClick={decision.back}>
        Volver
      </Button>
      <Button
        tone={decision.cost > 0 ? 'danger' : 'primary'}
        busy={decision.closing.isPending}
        blocked={
          decision.open > 0
            ? decision.open === 1
              ? 'Falta decidir 1 cita.'
              : `Falta decidir ${decision.open} citas.`
            : undefined
        }
        onClick={() => decision.closing.mutate()}
      >
        {decision.cost > 0 ? `Cerrar y pagar ${formatCents(decision.cost)}` : 'Cerrar'}
      </Button>
    </>
  )

/** First step: what and when. */
const PeriodFields = ({
  spaces,
  period,
  space,
  decision,
}: {
  spaces: readonly TimelineSpace[]
  period: ClosurePeriod
  space: TimelineSpace
  decision: ClosureDecision
}) => (
  <div className="flex flex-col gap-4">
    <SpaceFields spaces={spaces} period={period} />
    <DateFields period={period} />
    <UnitFields space={space} period={period} />
    <Field label="Motivo" required={false} hint="Lo leen las personas de las citas que canceles.">
      {(control) => (
        <Input
          {...control}
          maxLength={200}
          value={period.reason}
          onChange={(event) => period.setReason(event.target.value)}
        />
      )}
    </Field>
    {decision.previewing.isError ? (
      <p role="alert" className="font-medium text-chile">
        {decision.previewing.error.message}
      </p>
    ) : null}
  </div>
)
