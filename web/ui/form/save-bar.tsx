import { useRef } from 'react'
import { ApiError } from '#web/api.ts'
import { Stale } from '#web/ui/page/stale.tsx'
import { Button } from '#web/ui/button.tsx'
import { useErrorReport } from '#web/ui/form-errors.ts'

/** At the foot of a long form: its errors, a conflicting save, and the save and discard buttons. */
export const SaveBar = ({
  label,
  busy,
  changed,
  problems,
  stale,
  onUndo,
}: {
  label: string
  busy: boolean
  changed: boolean
  problems: readonly string[]
  stale: { onKeep: () => void; onTake: () => void } | undefined
  onUndo: () => void
}) => (
  <div
    data-bar="bottom"
    className="bottom-bar sticky z-10 -mx-4 flex flex-col gap-3 border-t border-line bg-plaster px-4 pt-3 sm:mx-0 sm:rounded-t-lg sm:px-5"
  >
    {stale ? <Stale {...stale} /> : null}
    {problems.length > 0 ? <Problems texts={problems} /> : null}
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" busy={busy} blocked={changed ? undefined : 'No hay cambios por guardar.'}>
        {label}
      </Button>
      {changed ? (
        <Button tone="quiet" onClick={onUndo}>
          Deshacer
        </Button>
      ) : null}
    </div>
  </div>
)

const Problems = ({ texts }: { texts: readonly string[] }) => {
  const box = useRef<HTMLUListElement>(null)
  useErrorReport(box, texts.join(' '))
  return (
    <ul ref={box} className="flex flex-col gap-1 text-sm font-medium text-chile">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** The texts of an error for the save bar: one per field, or one for the whole. A version conflict is shown separately. */
export const problemsOf = (error: Error | null): string[] => {
  if (error === null || isStale(error)) return []
  // The field messages of `invalid_input` are the parser's English.
  const isParsed = error instanceof ApiError && error.code === 'invalid_input'
  const texts = isParsed ? [] : fieldsOf(error).map(({ message }) => message)
  return texts.length === 0 ? [error.message] : [...new Set(texts)]
}

export const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale_version'

/** The server's errors of single fields, with texts for the user. */
export const fieldsOf = (error: unknown): { field: string; message: string }[] => {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return []
  const fields: unknown = 'fields' in error.details ? error.details.fields : []
  if (!Array.isArray(fields)) return []
  return fields.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('field' in one)) return []
    const message = 'message' in one ? one.message : 'problem' in one ? one.problem : undefined
    return typeof message === 'string' ? [{ field: String(one.field), message }] : []
  })
}
