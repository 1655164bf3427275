import { saveHours } from '#contract/availability/availability.ts'
import * as contract from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { problemsOf, useStep } from '#web/parts/space/use-step.ts'
import { weekProblem } from '#web/parts/time/week-problem.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { GroupError } from '#web/ui/form-error.tsx'
import { DayHours } from '#web/parts/space/day-hours.tsx'

const roundings = [1, 15, 30, 60] as const

const from = (space: Space) => ({
  weekly: space.weekly,
  cleaning: space.cleaningMinutes,
  block: space.blockMinutes,
  rounding: space.roundingMinutes,
  notice: space.noticeMinutes,
})

type Typed = ReturnType<typeof from>

const check = (typed: Typed) => {
  const problem = weekProblem(typed.weekly)
  return {
    body: {
      weekly: problem === undefined ? typed.weekly : undefined,
      cleaningMinutes: typed.cleaning,
      blockMinutes: typed.block,
      roundingMinutes: roundings.find((one) => one === typed.rounding),
      noticeMinutes: typed.notice,
    },
    problems: problemsOf(problem === undefined ? {} : { weekly: problem }),
  }
}

type Body = ReturnType<typeof check>['body'] & { version: number }

/** Opening hours belong to the availability module; one save covers both. */
const send = async (id: number, { weekly, ...body }: Body) => {
  if (weekly !== undefined) await call(saveHours, { query: { space: id }, body: { weekly } })
  return call(contract.saveStep4, { params: { id }, body })
}

const days = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const

export const StepTimes = ({ space }: { space: Space }) => {
  const step = useStep({ space, from, check, send })
  const { typed, type } = step
  const { weekly: problem }: { weekly?: string } = step.problems
  return (
    <StepFrame
      space={space}
      step={4}
      of={step}
      title="Cuándo abre"
      text="Las horas en que el espacio se puede usar, en el reloj del lugar. Las excepciones por fecha se ponen después, en Disponibilidad."
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Horario por día</legend>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {days.map((day, index) => (
            <DayHours
              key={day}
              day={day}
              weekday={index + 1}
              weekly={typed.weekly}
              onChange={(weekly) => type({ weekly })}
            />
          ))}
        </ul>
        <GroupError text={problem} />
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Pick
          label="Limpieza entre usos"
          hint="Se aparta después de cada reserva y no se cobra."
          value={typed.cleaning}
          options={[0, 5, 10, 15, 20, 30, 45, 60, 90, 120]}
          none="Sin tiempo de limpieza"
          onChange={(cleaning) => type({ cleaning })}
        />
        <Pick
          label="Tiempo mínimo"
          hint="Lo menos que se renta de una vez. Una cita más corta cabe si paga ese tiempo."
          value={typed.block}
          options={[15, 30, 45, 60, 90, 120, 180, 240]}
          onChange={(block) => type({ block })}
        />
        <Pick
          label="Redondeo"
          hint="A cuánto se sube el tiempo al cobrarlo."
          value={typed.rounding}
          options={roundings}
          none="Al minuto"
          noneAt={1}
          onChange={(rounding) => type({ rounding })}
        />
        <Pick
          label="Aviso mínimo"
          hint="Con cuánta anticipación se puede reservar."
          value={typed.notice}
          options={[0, 30, 60, 120, 240, 720, 1440, 2880]}
          none="Hasta el último minuto"
          onChange={(notice) => type({ notice })}
        />
      </div>
    </StepFrame>
  )
}

const Pick = ({
  label,
  hint,
  value,
  options,
  none,
  noneAt = 0,
  onChange,
}: {
  label: string
  hint: string
  value: number
  options: readonly number[]
  none?: string
  noneAt?: number
  onChange: (minutes: number) => void
}) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {(options.includes(value) ? options : [...options, value].toSorted((one, other) => one - other)).map(
          (minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === noneAt && none !== undefined ? none : spanOf(minutes)}
            </option>
          ),
        )}
      </Select>
    )}
  </Field>
)

const spanOf = (minutes: number) => {
  if (minutes < 60) return `${minutes} min`
  if (minutes % 1440 === 0) return minutes === 1440 ? '1 día' : `${minutes / 1440} días`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
