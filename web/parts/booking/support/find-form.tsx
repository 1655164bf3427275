import type { ReactNode } from 'react'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** One field by which the administration finds what a user writes about; the text stays in this tab. */
export const FindForm = ({
  draftKey,
  initial = '',
  label,
  hint,
  fewestLetters = 0,
  onFind,
}: {
  draftKey: string
  /** What the page was opened with. */
  initial?: string
  label: string
  hint: ReactNode
  /** At least three, or none: fewer match too much. */
  fewestLetters?: 0 | 3
  onFind: (text: string) => void
}) => {
  const form = useForm({ initial: { text: initial }, draft: draftKey })
  const text = form.values.text.trim().toLowerCase()
  const missing = text.length < fewestLetters ? 'Escribe al menos tres letras.' : undefined
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={form.submit(() => {
        if (missing === undefined) onFind(text)
      })}
    >
      <div className="min-w-0 flex-1 basis-72">
        <Field label={label} hint={hint}>
          {(control) => <Input {...control} type="search" maxLength={254} {...form.text('text')} />}
        </Field>
      </div>
      <Button type="submit" blocked={missing} className="sm:mt-7">
        Buscar
      </Button>
    </form>
  )
}
