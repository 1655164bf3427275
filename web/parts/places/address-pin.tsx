import { useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AddressQuestion, FoundAddress } from '#contract/search/address.ts'
import { placeSettingsReading } from '#web/parts/places/place-field.tsx'
import { ownFinder, placeFinder } from '#web/parts/places/places.ts'
import type { Located } from '#web/parts/places/places.ts'
import { Button } from '#web/ui/button.tsx'

/** The delay after the last key before an address is looked up. */
const settleMs = 900
const fewestCharacters = 5

/**
 * Moves the pin to a typed address: automatically until it was placed by hand, then only by the button, since a hand-placed pin is more
 * exact. A match that is only the centre of a neighbourhood never moves an existing pin.
 */
export const AddressPin = ({
  question,
  isPlaced,
  onFound,
}: {
  /** The typed address; `near` is the pin, if there is one. */
  question: AddressQuestion
  /** By hand, or saved earlier. */
  isPlaced: boolean
  onFound: (found: FoundAddress) => void
}) => {
  const { data: settings } = useQuery(placeSettingsReading)
  const [state, setState] = useState<Located | 'idle' | 'looking' | 'failed'>('idle')
  const turn = useRef(0)
  const { address } = question
  const isAddress = address.trim().length >= fewestCharacters

  const look = async () => {
    turn.current += 1
    const mine = turn.current
    setState('looking')
    const finder = settings === undefined ? ownFinder() : placeFinder(settings).catch(ownFinder)
    const located = await finder.then((one) => one.locate(question)).catch(() => 'failed' as const)
    // The user has typed more meanwhile.
    if (mine !== turn.current) return
    setState(located)
    if (located === 'failed' || located.found === null) return
    if (located.found.precision !== 'area' || question.near === undefined) onFound(located.found)
  }

  const typed = useRef(address)
  useEffect(() => {
    if (typed.current === address) return
    typed.current = address
    turn.current += 1
    setState('idle')
    if (isPlaced || !isAddress) return
    const timer = setTimeout(() => void look(), settleMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing an address begins a lookup
  }, [address])

  if (!isAddress) return null
  return (
    <div className="flex flex-col items-start gap-2">
      <Button tone="secondary" size="small" busy={state === 'looking'} onClick={() => void look()}>
        <MapPinned aria-hidden className="size-4.5" />
        Poner el pin en esta dirección
      </Button>
      <p role="status" className="text-[0.9375rem] text-muted">
        {textOf(state)}
      </p>
    </div>
  )
}

const textOf = (state: Located | 'idle' | 'looking' | 'failed') => {
  if (state === 'idle') return ''
  if (state === 'looking') return 'Buscando la dirección…'
  if (state === 'failed') return 'No pudimos buscar la dirección. Mueve el mapa hasta la puerta.'
  const { found, source } = state
  if (found === null)
    return 'No encontramos esa dirección. Agrega la colonia, o mueve el mapa hasta la puerta.'
  const credit =
    source === 'geocoder'
      ? ' Direcciones: © OpenStreetMap.'
      : source === 'standin'
        ? ' Calles de muestra.'
        : ''
  if (found.precision === 'door')
    return `El pin está en ${found.label}. Si la puerta es otra, muévelo.${credit}`
  if (found.precision === 'street')
    return `Encontramos ${found.label}, pero no el número: mueve el pin hasta la puerta.${credit}`
  return source === 'own'
    ? `Aquí no se buscan calles: parte del centro de ${found.label} y mueve el pin hasta la puerta.`
    : `No encontramos esa calle: parte del centro de ${found.label} y mueve el pin hasta la puerta.${credit}`
}
