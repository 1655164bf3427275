import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { classLimits, classProblem, type ClassRule } from '#contract/service/class-rule.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Whole } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { SettingBox } from '#web/parts/service/setting-box.tsx'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

const usual: ClassRule = { capacity: 10, minimum: null, decideHours: null }
const usualMinimum = 3

/** Whether it is a class, its number of seats, and whether it takes place with any number of participants. */
export const ClassFields = ({
  draft,
  onChange,
}: {
  draft: ServiceDraft
  onChange: (part: Partial<ServiceDraft>) => void
}) => {
  const { classRule: rule, priceCents } = draft
  const problem = classProblem(draft)
  const put = (part: Partial<ClassRule>) => onChange({ classRule: { ...(rule ?? usual), ...part } })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-[0.9375rem] font-semibold">¿Lo toman varias personas a la vez?</legend>
      <SettingBox
        icon={<Users aria-hidden className="size-5" />}
        label="Es una clase en grupo"
        hint="Tú pones el día y la hora en tu agenda; cada quien reserva y paga su lugar."
        checked={rule !== null}
        onChange={(checked) => onChange({ classRule: checked ? usual : null })}
      >
        {rule === null ? null : (
          <>
            <Whole
              label="Lugares"
              hint="Sin contarte a ti."
              value={rule.capacity}
              from={classLimits.seats.least}
              to={classLimits.seats.most}
              onChange={(capacity) => put({ capacity })}
            />
            <Checkbox
              label="Solo la doy si se junta un mínimo"
              checked={rule.minimum !== null}
              onChange={({ target }) =>
                put(
                  target.checked
                    ? {
                        minimum: Math.min(usualMinimum, rule.capacity),
                        decideHours: classLimits.decideHours.usual,
                      }
                    : { minimum: null, decideHours: null },
                )
              }
            />
            {rule.minimum === null || rule.decideHours === null ? null : (
              <div className="grid gap-4 sm:grid-cols-2">
                <Whole
                  label="Personas como mínimo"
                  value={rule.minimum}
                  from={classLimits.seats.least}
                  to={rule.capacity || classLimits.seats.most}
                  onChange={(minimum) => put({ minimum })}
                />
                <Whole
                  label="Se decide (horas antes)"
                  hint="Si no se juntaron, la clase se cancela sola y no le cuesta nada a nadie."
                  value={rule.decideHours}
                  from={classLimits.decideHours.least}
                  to={classLimits.decideHours.most}
                  onChange={(decideHours) => put({ decideHours })}
                />
              </div>
            )}
            <p role="status" className="text-sm text-muted">
              {hasUnreadNumber([rule, priceCents])
                ? ''
                : `Llena son ${formatCents(rule.capacity * priceCents)}${
                    rule.minimum === null
                      ? '.'
                      : `; con ${rule.minimum} personas, ${formatCents(rule.minimum * priceCents)}.`
                  } `}
              Cuando la guardes, prográmala en tu{' '}
              <Link
                {...paths.calendar()}
                className="font-semibold text-jacaranda underline underline-offset-4"
              >
                agenda
              </Link>
              .
            </p>
          </>
        )}
      </SettingBox>
      <p aria-live="polite" className={problem === null ? 'sr-only' : 'text-[0.9375rem] text-chile'}>
        {problem}
      </p>
    </fieldset>
  )
}
