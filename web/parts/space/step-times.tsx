import { Copy, Plus, X } from 'lucide-react'
import { saveHours } from '#contract/availability/availability.ts'
import * as contract from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { problemsOf, useStep } from '#web/parts/space/use-step.ts'
import { weekProblem } from '#web/parts/time/week-problem.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

type Window = Space['weekly'][number]
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

/** Opening hours are availability's; both are kept with one wish. */
const send = async (id: number, { weekly, ...body }: Body) => {
  if (weekly !== undefined) await call(saveHours, { query: { space: id }, body: { weekly } })
  return call(contract.saveStep4, { params: { id }, body })
}

const days = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const usual = { fromMinute: 540, toMinute: 1200 }

export const StepTimes = ({ space }: { space: Space }) => {
  const step = useStep({ space, from, check, send })
  const { typed, type } = step
  const { weekly: problem }: { weekly?: string } = step.problems
  const ofDay = (weekday: number) => typed.weekly.filter((one) => one.weekday === weekday)
  const setDay = (weekday: number, windows: Window[]) =>
    type({
      weekly: [...typed.weekly.filter((one) => one.weekday !== weekday), ...windows].toSorted(
        (one, other) => one.weekday - other.weekday || one.fromMinute - other.fromMinute,
      ),
    })
  const copyDown = (weekday: number) => {
    const model = ofDay(weekday)
    type({
      weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
        day < weekday ? ofDay(day) : model.map((window) => ({ ...window, weekday: day })),
      ),
    })
  }
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
          {days.map((day, index) => {
            const weekday = index + 1
            const windows = ofDay(weekday)
            return (
              <li key={day} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
                <Checkbox
                  label={<span className="font-medium">{day}</span>}
                  className="w-full shrink-0 sm:w-34"
                  checked={windows.length > 0}
                  onChange={(event) => {
                    const [model] = typed.weekly.filter((one) => one.weekday < weekday).toReversed()
                    setDay(weekday, event.target.checked ? [{ ...usual, ...model, weekday }] : [])
                  }}
                />
                {windows.length === 0 ? (
                  <span className="pb-2 text-muted sm:py-2.5">Cerrado</span>
                ) : (
                  <div className="flex min-w-0 flex-1 flex-col gap-2">
                    {windows.map((window, place) => (
                      <div key={window.fromMinute} className="flex flex-wrap items-center gap-2">
                        <Clock
                          label={`${day}: abre${place === 0 ? '' : ` (${place + 1})`}`}
                          value={window.fromMinute}
                          onChange={(fromMinute) =>
                            setDay(weekday, windows.with(place, { ...window, fromMinute }))
                          }
                        />
                        <span className="text-muted">a</span>
                        <Clock
                          label={`${day}: cierra${place === 0 ? '' : ` (${place + 1})`}`}
                          value={window.toMinute}
                          end
                          onChange={(toMinute) =>
                            setDay(weekday, windows.with(place, { ...window, toMinute }))
                          }
                        />
                        {place === 0 ? (
                          <span className="ml-auto flex">
                            {weekday < 7 ? (
                              <IconButton
                                label={`Copiar el ${day.toLocaleLowerCase('es-MX')} a los días que siguen`}
                                onClick={() => copyDown(weekday)}
                              >
                                <Copy aria-hidden />
                              </IconButton>
                            ) : null}
                            <IconButton
                              label={`${day}: otro horario`}
                              disabled={windows.length >= 3 || (windows.at(-1)?.toMinute ?? 1440) > 1380}
                              onClick={() => {
                                const start = (windows.at(-1)?.toMinute ?? 780) + 60
                                setDay(weekday, [
                                  ...windows,
                                  {
                                    weekday,
                                    fromMinute: Math.min(start, 1380),
                                    toMinute: Math.min(start + 120, 1440),
                                  },
                                ])
                              }}
                            >
                              <Plus aria-hidden />
                            </IconButton>
                          </span>
                        ) : (
                          <IconButton
                            label={`${day}: quitar este horario`}
                            className="ml-auto"
                            onClick={() => setDay(weekday, windows.toSpliced(place, 1))}
                          >
                            <X aria-hidden />
                          </IconButton>
                        )}
                      </div>
                    ))}
                  </div>
                )}
              </li>
            )
          })}
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
          label="Bloque mínimo"
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

const Clock = ({
  label,
  value,
  end,
  onChange,
}: {
  label: string
  value: number
  end?: boolean
  onChange: (minute: number) => void
}) => {
  const all = Array.from({ length: 48 }, (_, place) => (place + (end ? 1 : 0)) * 30)
  const options = all.includes(value) ? all : [...all, value].toSorted((one, other) => one - other)
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="w-25 sm:w-29"
    >
      {options.map((minute) => (
        <option key={minute} value={minute}>
          {clockOf(minute)}
        </option>
      ))}
    </Select>
  )
}

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

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
