import { formatCents } from '#contract/platform/money.ts'
import type { UsualPrice } from '#contract/service/usual-prices.ts'
import { startPrice } from '#web/parts/onboarding/prices.ts'
import { Pesos } from '#web/parts/pricing/fields.tsx'
import type { Template } from '#web/parts/service/templates.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** A template; once it is chosen, its price can be edited. */
export const TemplateRow = ({
  template,
  usual,
  priceCents,
  onChange,
}: {
  template: Template
  usual: UsualPrice | undefined
  /** Undefined: not chosen. */
  priceCents: number | undefined
  onChange: (priceCents: number | undefined) => void
}) => {
  const start = startPrice(template.priceCents, usual)
  return (
    <li className="flex flex-col gap-2 px-4 py-2.5">
      <Checkbox
        label={
          <>
            <span className="block font-semibold">{template.name}</span>
            <span className="figures block text-sm text-muted">
              {durationText(template.durationMinutes)} · {formatCents(start)} · {whence(usual)}
            </span>
          </>
        }
        aria-label={template.name}
        checked={priceCents !== undefined}
        onChange={({ target: { checked } }) => onChange(checked ? start : undefined)}
      />
      {priceCents === undefined ? null : (
        <div className="max-w-56 pb-1 pl-8.5">
          <Pesos label="Tu precio" cents={priceCents} least={1_00} onChange={onChange} />
          {template.options.length > 0 ? (
            <p className="pt-1 text-sm text-muted">
              Para {optionText(template)}; las demás opciones suben desde ahí.
            </p>
          ) : null}
        </div>
      )}
    </li>
  )
}

/** The source of the suggested price. */
const whence = (usual: UsualPrice | undefined) =>
  usual === undefined
    ? 'usual en México'
    : usual.lowCents === usual.highCents
      ? 'lo usual en tu zona'
      : `en tu zona de ${formatCents(usual.lowCents)} a ${formatCents(usual.highCents)}`

const optionText = ({ options: [first] }: Template) =>
  `${first?.group?.toLowerCase()}: ${first?.name.toLowerCase()}`
