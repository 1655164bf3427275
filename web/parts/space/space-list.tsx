import type { SpaceCard as Space } from '#contract/space/space.ts'
import { SpaceCard } from '#web/parts/cards/space-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { phoneStrip } from '#web/ui/page/phone-strip.ts'

/** Spaces of a business, or similar ones; a strip on a phone. Needs no script: it is inside a `Still`. */
export default function SpaceList({ spaces, four = false }: { spaces: readonly Space[]; four?: boolean }) {
  return (
    <ul className={classNames('grid gap-4 sm:grid-cols-2', four && phoneStrip, four && 'lg:grid-cols-4')}>
      {spaces.map((space) => (
        <li key={space.id}>
          <SpaceCard space={space} />
        </li>
      ))}
    </ul>
  )
}
