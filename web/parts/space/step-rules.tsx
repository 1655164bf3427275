import { houseRuleNames, houseRules, type HouseRule, type HouseRules } from '#contract/space/house-rules.ts'
import * as contract from '#contract/space/listing-steps.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { useStep } from '#web/parts/space/use-step.ts'
import { WordingNotes } from '#web/parts/space/wording-notes.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'

const from = (space: Space) => ({ rules: space.rules, text: space.rulesText })
type Typed = ReturnType<typeof from>
const check = (typed: Typed) => ({ body: { rules: typed.rules, rulesText: typed.text }, problems: {} })

export const StepRules = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep6, { params: { id }, body }),
  })
  const { typed, type } = step
  return (
    <StepFrame
      space={space}
      step={6}
      of={step}
      title="Reglas de la casa"
      text="Lo que se cuida en el lugar. Quien renta las lee antes de reservar y entran en el contrato de la casa."
    >
      {houseRuleNames.map((rule) => (
        <Choices
          key={rule}
          legend={houseRules[rule].label}
          columns="sm:grid-cols-2 lg:grid-cols-3"
          options={optionsOf(rule)}
          value={typed.rules[rule]}
          onChange={(answer) => type({ rules: answered(typed.rules, rule, answer) })}
        />
      ))}
      <Field
        label="Algo más"
        required={false}
        hint="Con tus palabras: dónde se deja la bici, qué hacer si falla el boiler."
      >
        {(control) => (
          <TextArea
            {...control}
            name="rules"
            maxLength={2000}
            value={typed.text}
            onChange={(event) => type({ text: event.target.value })}
          />
        )}
      </Field>
      <WordingNotes text={typed.text} />
    </StepFrame>
  )
}

const optionsOf = (rule: HouseRule) =>
  Object.entries(houseRules[rule].options).map(([value, label]) => ({ value, label }))

/** Widened, because the answer is always one of the rule's own options. */
const answered = (rules: HouseRules, rule: HouseRule, answer: string): HouseRules => {
  const next: Record<string, string> = { ...rules, [rule]: answer }
  return next
}
