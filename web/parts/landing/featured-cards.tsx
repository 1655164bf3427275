import type { ProfessionalCard as Professional } from '#contract/professional.ts'
import { ProfessionalCard } from '#web/parts/professional/professional-card.tsx'

export default function FeaturedCards({ professionals }: { professionals: readonly Professional[] }) {
  return (
    <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {professionals.map((professional) => (
        <li key={professional.id} className="result">
          <ProfessionalCard professional={professional} />
        </li>
      ))}
    </ul>
  )
}
