import type { ListSearched } from '#web/parts/booking/summary/use-list-search.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Above a long list of visits: searches all of it, not only the loaded part. */
export default function ListSearch({
  label,
  typed,
  onType,
  found,
}: ListSearched & {
  /** What it searches by: "Buscar por cliente, servicio o lugar". */
  label: string
  /** The number of results, and whether there are more; undefined while nothing is searched. */
  found: { count: number; more: boolean } | undefined
}) {
  return (
    <div>
      <Field label={label} hideLabel>
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            maxLength={80}
            placeholder={label}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {found === undefined
          ? ''
          : found.more
            ? `Más de ${found.count} resultados`
            : found.count === 1
              ? '1 resultado'
              : `${found.count} resultados`}
      </p>
      {found?.count === 0 ? <p className="pt-4 text-muted">Nada con eso.</p> : null}
    </div>
  )
}
