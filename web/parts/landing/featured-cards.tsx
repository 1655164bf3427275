import type { ProfessionalCard as Professional } from '#contract/professional/professional.ts'
import { ProfessionalCard } from '#web/parts/cards/professional-card.tsx'

export default function FeaturedCards({ professionals }: { professionals: readonly Professional[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] gap-5">
      {professionals.map((professional) => (
        <li key={professional.id} className="result">
          <ProfessionalCard professional={professional} />
        </li>
      ))}
    </ul>
  )
}
