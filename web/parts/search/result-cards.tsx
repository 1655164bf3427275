import type { ReactNode } from 'react'
import { ProfessionalCard } from '#web/parts/cards/professional-card.tsx'
import type { Merged } from '#web/parts/search/chips.ts'
import { resultGrid } from '#web/parts/search/result-grid.ts'
import type { Results } from '#web/parts/search/results.ts'
import type { Wanted } from '#web/parts/cards/going-along.ts'
import { SpaceCard } from '#web/parts/cards/space-card.tsx'

type Said = { list: boolean; chipLabels: Readonly<Record<string, string>> }

/** Results as cards: full matches first, then partial ones, with the chips that match. */
export default function ResultCards({
  results,
  wanted,
  ...said
}: Said & { results: Results; wanted: Wanted }) {
  return results.type === 'spaces' ? (
    <Groups
      {...said}
      found={results.found}
      render={(space, note) => <SpaceCard space={space} note={note} wide={said.list} going={wanted.going} />}
    />
  ) : (
    <Groups
      {...said}
      found={results.found}
      render={(professional, note) => (
        <ProfessionalCard professional={professional} note={note} wanted={wanted} />
      )}
    />
  )
}

/** Which chips match and which do not: "Coincide con Roma Norte; no con masaje". */
const noteOf = (chips: readonly string[], labels: Readonly<Record<string, string>>) => {
  const missing = Object.entries(labels).flatMap(([id, label]) => (chips.includes(id) ? [] : [label]))
  if (chips.length === 0) return `No coincide con ${missing.join(' ni ')}: es lo más cercano`
  const fits = `Coincide con ${chips.map((chip) => labels[chip] ?? chip).join(' y ')}`
  return missing.length === 0 ? fits : `${fits}; no con ${missing.join(' ni ')}`
}

type Grouped<T> = Said & {
  found: { whole: readonly Merged<T>[]; part: readonly Merged<T>[] }
  render: (item: T, note?: string) => ReactNode
}

const Groups = <T extends { id: number }>({ found, ...said }: Grouped<T>) =>
  found.part.length === 0 ? (
    <section aria-label="Resultados">
      <h2 className="sr-only">Resultados</h2>
      <Grid {...said} items={found.whole} />
    </section>
  ) : (
    <>
      {found.whole.length > 0 ? (
        <section aria-labelledby="todo" className="mb-10">
          <h2 id="todo" className="mb-2 text-xl sm:mb-4 sm:text-2xl">
            Coinciden con todo
          </h2>
          <Grid {...said} items={found.whole} />
        </section>
      ) : null}
      <section aria-labelledby="parte">
        <h2 id="parte" className="mb-2 text-xl sm:mb-4 sm:text-2xl">
          Coinciden con parte de tu búsqueda
        </h2>
        <Grid {...said} items={found.part} partial />
      </section>
    </>
  )

const Grid = <T extends { id: number }>({
  items,
  partial = false,
  list,
  chipLabels,
  render,
}: Omit<Grouped<T>, 'found'> & { items: readonly Merged<T>[]; partial?: boolean }) => (
  <ul className={resultGrid(list)}>
    {items.map(({ item, chips }) => (
      <li key={item.id} id={`r-${item.id}`} data-result={item.id} className="result scroll-mt-24 rounded-lg">
        {render(item, partial ? noteOf(chips, chipLabels) : undefined)}
      </li>
    ))}
  </ul>
)
