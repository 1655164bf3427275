import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import type { TipChoice } from '#contract/booking/tip-limits.ts'
import { Pesos } from '#web/parts/pricing/fields.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'

export type Chosen = { percent?: string | undefined; ownCents: number }

/** The amount, and what is missing; `none` is the choice to give none. */
export const useTipAmount = (choice: TipChoice) => {
  const [chosen, choose] = useState<Chosen>({ ownCents: Number.NaN })
  return tipAmountOf(choice, chosen, choose)
}

/** The same, for values that another component stores. */
export const tipAmountOf = (
  { presets, minCents, maxCents }: TipChoice,
  { percent, ownCents }: Chosen,
  choose: (chosen: Chosen) => void,
) => {
  const amountOf = (percent: string | undefined, ownCents: number) =>
    percent === 'own' ? ownCents : (presets.find((one) => String(one.percent) === percent)?.amountCents ?? 0)
  const missingOf = (percent: string | undefined, cents: number) =>
    percent === undefined
      ? 'Elige cuánto.'
      : percent !== 'none' && !(cents >= minCents && cents <= maxCents)
        ? `La propina va de ${formatCents(minCents)} a ${formatCents(maxCents)}.`
        : undefined
  const saidOf = ({ percent, ownCents }: Chosen) => {
    const amountCents = amountOf(percent, ownCents)
    return { amountCents, missing: missingOf(percent, amountCents) }
  }
  return { percent, ownCents, choose, saidOf, ...saidOf({ percent, ownCents }) }
}

/** Percentages of the price, or a custom amount; nothing is preselected. */
export const TipAmount = ({
  amount: { percent, ownCents, choose, saidOf },
  choice: { presets, minCents, maxCents },
  legend,
  none,
  onSay,
}: {
  amount: ReturnType<typeof tipAmountOf>
  choice: TipChoice
  legend: string
  /** The text of the choice to give none, where there is one. */
  none?: string
  onSay?: (said: { amountCents: number; missing: string | undefined }) => void
}) => {
  const say = (chosen: Chosen) => {
    choose(chosen)
    onSay?.(saidOf(chosen))
  }
  const radio = (value: string, label: string, about?: string) => (
    <Radio
      key={value}
      name="tip"
      value={value}
      checked={percent === value}
      onChange={() => say({ percent: value, ownCents })}
      label={
        <span>
          {label}
          {about === undefined ? null : <span className="text-muted"> · {about}</span>}
        </span>
      }
    />
  )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{legend}</legend>
      {none === undefined ? null : radio('none', none)}
      {presets.map(({ percent, amountCents }) =>
        radio(String(percent), `${percent} %`, formatCents(amountCents)),
      )}
      {radio('own', 'Otro importe')}
      {percent === 'own' ? (
        <Pesos
          label="Importe"
          hint={`Entre ${formatCents(minCents)} y ${formatCents(maxCents)}`}
          cents={ownCents}
          onChange={(ownCents) => say({ percent, ownCents })}
        />
      ) : null}
    </fieldset>
  )
}
