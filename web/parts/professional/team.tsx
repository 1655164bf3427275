import type { ProfessionalCard as Professional } from '#contract/professional/professional.ts'
import type { Going } from '#web/parts/booking/summary/address.ts'
import { ProfessionalCard } from '#web/parts/cards/professional-card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { phoneStrip } from '#web/ui/page/phone-strip.ts'

/** The professionals of a place. Needs no script: it is inside a `Still`, so its code loads only when it becomes live. */
export default function Team({
  professionals,
  going,
  inStrip = false,
}: {
  professionals: readonly Professional[]
  /** The searched criteria: each page opens with them. */
  going?: Going | undefined
  /** On a phone in a strip, where more content follows. */
  inStrip?: boolean
}) {
  return (
    <ul className={classNames('grid gap-4 xl:grid-cols-2', inStrip && phoneStrip)}>
      {professionals.map((professional) => (
        <li key={professional.id}>
          <ProfessionalCard professional={professional} wanted={{ going }} />
        </li>
      ))}
    </ul>
  )
}
