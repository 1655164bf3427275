import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import { ownPlace, type RulePlace, type SpaceRules } from '#contract/availability/space-rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

/** The professional's places in order of preference; moved with two buttons, and excluded with a checkbox. */
export const PlaceOrder = ({
  places,
  rules,
  onChange,
}: {
  places: readonly RulePlace[]
  rules: SpaceRules
  onChange: (part: Partial<SpaceRules>) => void
}) => {
  const sorted = inOrder(places, rules.order)
  const move = (from: number, to: number) => {
    const ids = sorted.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(to, 0, moved)
    onChange({ order: ids })
  }
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {sorted.map((place, index) => {
          const isOut = rules.excluded.includes(place.id)
          return (
            <li key={place.id}>
              <Card className="flex items-center gap-3 py-3.5">
                <span
                  aria-hidden
                  className="figures flex size-9 shrink-0 items-center justify-center rounded-full bg-sunk font-semibold"
                >
                  {index + 1}
                </span>
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                    {placeName(place)}
                    {isOut ? <Badge tone="chile">No trabajas aquí</Badge> : null}
                    {place.active ? null : <Badge tone="maiz">Convenio en pausa</Badge>}
                  </p>
                  <p className="text-sm text-muted">{aboutOf(place)}</p>
                  {place.id === ownPlace ? null : (
                    <Checkbox
                      label={
                        <>
                          Ofrecer este lugar<span className="sr-only">: {place.name}</span>
                        </>
                      }
                      checked={!isOut}
                      onChange={(event) =>
                        onChange({
                          excluded: event.target.checked
                            ? rules.excluded.filter((id) => id !== place.id)
                            : [...rules.excluded, place.id],
                        })
                      }
                    />
                  )}
                </div>
                <div className="flex shrink-0 flex-col sm:flex-row">
                  <IconButton
                    label={`Subir ${place.name}`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Bajar ${place.name}`}
                    disabled={index === sorted.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                </div>
              </Card>
            </li>
          )
        })}
      </ol>
      <Checkbox
        label="Si tu primer lugar está lleno, proponer otro al cliente"
        checked={rules.elsewhere}
        onChange={(event) => onChange({ elsewhere: event.target.checked })}
      />
    </div>
  )
}

const inOrder = (places: readonly RulePlace[], order: readonly number[]) => {
  const rankOf = ({ id }: RulePlace) => (order.includes(id) ? order.indexOf(id) : order.length)
  return places.toSorted((a, b) => rankOf(a) - rankOf(b))
}

const aboutOf = ({ id, km, ratePerHourCents }: RulePlace) =>
  id === ownPlace
    ? 'Sin renta'
    : [
        km < 1 ? 'a menos de 1 km' : `a ${km} km`,
        ratePerHourCents === null ? '' : `${formatCents(ratePerHourCents)} la hora`,
      ]
        .filter((text) => text !== '')
        .join(' · ')
