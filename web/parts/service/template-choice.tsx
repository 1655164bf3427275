import { useState } from 'react'
import { categories, type Category } from '#contract/professional/categories.ts'
import { formatCents } from '#contract/platform/money.ts'
import { allCategories, isCategory } from '#web/parts/service/draft.ts'
import { templates, type Template } from '#web/parts/service/templates.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** Five templates per category, or none. */
export const TemplateChoice = ({
  first,
  onChoose,
}: {
  first: Category
  onChoose: (category: Category, template?: Template) => void
}) => {
  const [category, choose] = useState<Category>(first)
  return (
    <div className="flex flex-col gap-5">
      <Field label="¿De qué categoría es?" className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={category}
            onChange={(event) => {
              if (isCategory(event.target.value)) choose(event.target.value)
            }}
          >
            {allCategories.map((one) => (
              <option key={one} value={one}>
                {categories[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {templates[category].map((template) => (
          <li key={template.name}>
            <button
              type="button"
              onClick={() => onChoose(category, template)}
              className="flex h-full min-h-11 w-full flex-col gap-1 rounded-lg border border-line bg-surface px-5 py-4 text-left transition-colors hover:border-jacaranda"
            >
              <span className="font-semibold">{template.name}</span>
              <span className="text-sm text-muted">{template.description}</span>
              <span className="figures mt-auto pt-1 text-[0.9375rem]">
                {durationText(template.durationMinutes)}
                {template.bufferAfterMinutes > 0
                  ? ` + ${template.bufferAfterMinutes} min para recoger`
                  : ''}{' '}
                · {template.options.length > 0 ? 'desde ' : ''}
                {formatCents(template.priceCents)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button tone="secondary" className="self-start" onClick={() => onChoose(category)}>
        Empezar de cero
      </Button>
    </div>
  )
}
