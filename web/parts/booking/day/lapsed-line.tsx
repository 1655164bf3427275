import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { lapsedClients } from '#contract/booking/client/win-back.ts'
import { reading } from '#web/api.ts'
import { paths } from '#web/paths.ts'

/** One quiet line of today: the number of lapsed clients. */
export default function LapsedLine() {
  const { data } = useQuery(reading(lapsedClients))
  const count = data?.toWrite ?? 0
  if (count === 0) return null
  return (
    <Link
      {...paths.lapsedClients()}
      className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-md px-2 text-[0.9375rem] text-muted hover:bg-sunk"
    >
      {count === 1 ? '1 cliente no ha vuelto como suele' : `${count} clientes no han vuelto como suelen`}
      <ChevronRight aria-hidden className="size-4 shrink-0" />
    </Link>
  )
}
