import { Link } from '@tanstack/react-router'
import { CalendarSearch } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** An address that names no professional; rare, so loaded on demand. */
export default function NoProfessionalChosen({ text }: { text: string }) {
  return (
    <section className="page py-12">
      <EmptyState
        heading="h1"
        icon={<CalendarSearch />}
        title="¿Con quién quieres reservar?"
        text={text}
        action={
          <Link {...paths.search()} className={buttonClass()}>
            Buscar profesionales
          </Link>
        }
      />
    </section>
  )
}
