import type { ProfessionalCard as Professional } from '#contract/professional/professional.ts'
import { ProfessionalCard } from '#web/parts/cards/professional-card.tsx'

/** Who works at a place. Needs no script: it is inside a `Still`, so its code comes only when it has to. */
export default function Team({ professionals }: { professionals: readonly Professional[] }) {
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {professionals.map((professional) => (
        <li key={professional.id}>
          <ProfessionalCard professional={professional} />
        </li>
      ))}
    </ul>
  )
}
