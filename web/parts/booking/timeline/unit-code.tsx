import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/agenda/timeline.ts'
import { reading } from '#web/api.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The arrival code of one unit, to show or to read out where the printed one is missing. */
export default function UnitCode({ spaceId, unitId }: { spaceId: number; unitId: number }) {
  const answer = useQuery(reading(contract.stations, { params: { id: spaceId } }))
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando el código…</span>
        <Skeleton className="h-40" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const station = answer.data.stations.find((one) => one.unitId === unitId)
  return station === undefined ? (
    <p className="text-muted">Esta unidad no tiene código.</p>
  ) : (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-line bg-white p-4 text-black">
      <img
        alt={`Código QR de ${station.name}`}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(station.svg)}`}
        className="size-40"
      />
      <p className="figures text-lg tracking-[0.2em]">{station.code}</p>
    </div>
  )
}
