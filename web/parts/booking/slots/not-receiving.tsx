import WhenEmpty from '#web/parts/booking/slots/when-empty.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Instead of hours: this professional takes no bookings now. */
export default function NotReceiving({
  professional,
  from,
  signedIn,
}: {
  professional: number
  from: string
  signedIn: boolean
}) {
  const path = `/booking?professional=${professional}`
  return (
    <EmptyState
      title="No recibe reservas por ahora"
      text="Su perfil sigue visible. Te escribimos en cuanto vuelva a recibir."
      action={<WhenEmpty wait={{ ...waitless, professional, signedIn, path }} date={null} from={from} />}
    />
  )
}

const waitless = { service: undefined, space: undefined, people: [] }
