import type { ProfessionalCard as Professional } from '#contract/professional/professional.ts'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { ProfessionalCard } from '#web/parts/cards/professional-card.tsx'

/** Who works at a place. Needs no script: it is inside a `Still`, so its code comes only when it has to. */
export default function Team({
  professionals,
  going,
}: {
  professionals: readonly Professional[]
  /** What was searched: each page opens with it. */
  going?: Going | undefined
}) {
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {professionals.map((professional) => (
        <li key={professional.id}>
          <ProfessionalCard professional={professional} wanted={{ going }} />
        </li>
      ))}
    </ul>
  )
}
