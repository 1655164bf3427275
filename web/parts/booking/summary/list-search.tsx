import type { ListSearched } from '#web/parts/booking/summary/use-list-search.ts'
import { Field, Input } from '#web/ui/form/field.tsx'

/** Over a long list of visits: finds in all of it, not only in what was loaded. */
export default function ListSearch({
  label,
  typed,
  onType,
  found,
}: ListSearched & {
  /** By what one finds: "Buscar por clienta, servicio o lugar". */
  label: string
  /** How many were found, and whether there are more; undefined while nothing is searched. */
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
