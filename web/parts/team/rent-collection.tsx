import { useQuery } from '@tanstack/react-query'
import * as rent from '#contract/team/rent.ts'
import { call, reading } from '#web/api.ts'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** Whether fixed rents are charged automatically; a manual run stays possible either way. */
export const RentCollection = () => {
  const answer = useQuery(reading(rent.rentCollection))
  const setting = useTeam((byItself: boolean) => call(rent.setRentCollection, { body: { byItself } }), {
    title: 'Guardado',
  })
  if (answer.data === undefined) return null
  return (
    <Checkbox
      label={
        <>
          <span className="block font-semibold">Las rentas fijas se cobran solas</span>
          <span className="block text-sm text-muted">
            Cada semana o mes, el primer día, con recibo. Si alguien termina antes, los días que pagó y no usó
            se le devuelven.
          </span>
        </>
      }
      checked={setting.isPending ? setting.variables : answer.data.byItself}
      onChange={({ target }) => setting.mutate(target.checked)}
    />
  )
}
