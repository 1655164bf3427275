import { formatCents, formatRate, roundedDivide } from '#contract/platform/money.ts'
import { policyTiers, type PolicyTier } from '#contract/service/service.ts'
import { upfrontOf } from '#contract/service/upfront.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { UpfrontFields } from '#web/parts/service/upfront-fields.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { Select } from '#web/ui/form/select.tsx'

const isTier = (text: string): text is PolicyTier => Object.hasOwn(policyTiers, text)
const cutoffs = [30, 60, 120, 240, 360, 720, 1440, 2160, 2880]

/** What a client owes for a late cancellation or a no-show, in pesos of this service. */
export const PolicyFields = ({
  draft,
  onChange,
}: {
  draft: ServiceDraft
  onChange: (part: Partial<ServiceDraft>) => void
}) => {
  const isUnread = hasUnreadNumber([draft.upfront, draft.priceCents])
  const maxCents = isUnread
    ? Infinity
    : (upfrontOf([{ rule: draft.upfront, priceCents: draft.priceCents }])?.upfrontCents ?? Infinity)
  const part = (bp: number) => {
    if (isUnread) return formatRate(bp)
    const cents = roundedDivide(draft.priceCents * bp, 10_000)
    if (bp === 0 || maxCents === 0) return 'nada'
    return cents > maxCents
      ? `${formatCents(maxCents)} (el anticipo)`
      : `${formatCents(cents)} (${formatRate(bp)})`
  }
  return (
    <>
      <UpfrontFields draft={draft} onChange={onChange} />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 text-[0.9375rem] font-semibold">Si cancela tarde o no llega</legend>
        {Object.keys(policyTiers)
          .filter(isTier)
          .map((tier) => {
            const { label, lateBp, noShowBp } = policyTiers[tier]
            return (
              <Radio
                key={tier}
                name="policy-tier"
                value={tier}
                checked={draft.policyTier === tier}
                onChange={() => onChange({ policyTier: tier })}
                label={
                  <>
                    <span className="block font-semibold">{label}</span>
                    <span className="block text-sm text-muted">
                      Tarde: {part(lateBp)} · No llega: {part(noShowBp)}
                    </span>
                  </>
                }
              />
            )
          })}
      </fieldset>
      <Field label="Cancela gratis hasta" hint="Contado antes de la hora de la cita.">
        {(control) => (
          <Select
            {...control}
            value={draft.cutoffMinutes}
            onChange={(event) => onChange({ cutoffMinutes: Number(event.target.value) })}
          >
            {[...new Set([...cutoffs, draft.cutoffMinutes])]
              .toSorted((a, b) => a - b)
              .map((minutes) => (
                <option key={minutes} value={minutes}>
                  {durationText(minutes)} antes
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field
        label="Se esperan"
        hint="Después de la hora. Pasado ese tiempo se puede registrar que alguien no llegó."
      >
        {(control) => (
          <Select
            {...control}
            value={draft.toleranceMinutes}
            onChange={(event) => onChange({ toleranceMinutes: Number(event.target.value) })}
          >
            {[...new Set([10, 15, 20, draft.toleranceMinutes])]
              .toSorted((a, b) => a - b)
              .map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes} minutos
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label={
          <>
            <span className="block font-semibold">Solo en la primera visita</span>
            <span className="block text-sm text-muted">
              Lo reserva quien no ha tenido ni tiene otra cita contigo. Tú sí puedes agendarlo a quien
              quieras.
            </span>
          </>
        }
        checked={draft.firstVisitOnly}
        onChange={(event) => onChange({ firstVisitOnly: event.target.checked })}
      />
    </>
  )
}
