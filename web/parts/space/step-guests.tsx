import { categories, isCategory } from '#contract/professional/categories.ts'
import * as contract from '#contract/space/listing-steps.ts'
import { professionalDocuments, type Space, welcomes } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { Choices, optionsOf, Ticks } from '#web/ui/form/choices.tsx'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { problemsOf, useStep } from '#web/parts/space/use-step.ts'

const categoryNames = Object.keys(categories).filter(isCategory)
const documentNames = ['license', 'certificate', 'identity', 'insurance', 'tax_status'] as const
const welcomeNames = ['application', 'agreement', 'instant'] as const
const levels = [
  { value: '0', label: 'Cualquiera', text: 'Aunque no haya confirmado nada' },
  { value: '1', label: 'Nivel 1', text: 'Teléfono confirmado' },
  { value: '2', label: 'Nivel 2', text: 'Teléfono y correo confirmados' },
  { value: '3', label: 'Nivel 3', text: 'Identidad con verificación biométrica' },
] as const

const from = (space: Space) => ({
  categories: space.categories,
  level: String(space.minimumLevel),
  documents: space.requiredDocuments,
  welcome: space.welcome,
})
type Typed = ReturnType<typeof from>
const check = (typed: Typed) => ({
  body: {
    categories: typed.categories,
    minimumLevel: Number(typed.level),
    requiredDocuments: typed.documents,
    welcome: typed.welcome,
  },
  problems: problemsOf(typed.categories.length === 0 ? { categories: 'Elige al menos una categoría.' } : {}),
})

export const StepGuests = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep7, { params: { id }, body }),
  })
  const { typed, type } = step
  const problems: { categories?: string } = step.problems
  return (
    <StepFrame
      space={space}
      step={7}
      of={step}
      title="Quién puede trabajar aquí"
      text="Qué se hace en tu espacio y qué necesita mostrar quien llega."
    >
      <Ticks
        legend="Categorías"
        options={optionsOf(categoryNames, categories)}
        values={typed.categories}
        error={problems.categories}
        onChange={(list) => type({ categories: list })}
      />
      <Choices
        legend="Identidad mínima"
        columns="sm:grid-cols-2"
        options={levels}
        value={levels.find(({ value }) => value === typed.level)?.value}
        onChange={(level) => type({ level })}
      />
      <Ticks
        legend="Documentos que pides"
        hint="Para salud, nutrición y terapia la cédula se pide siempre."
        options={optionsOf(documentNames, professionalDocuments)}
        values={typed.documents}
        onChange={(list) => type({ documents: list })}
      />
      <Choices
        legend="Cómo entran"
        columns="grid-cols-1"
        options={welcomeNames.map((value) => ({ value, ...welcomes[value] }))}
        value={typed.welcome}
        onChange={(welcome) => type({ welcome })}
      />
    </StepFrame>
  )
}
