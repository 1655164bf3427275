import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Modality } from '#contract/service/modality.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { Service } from '#contract/service/service.ts'
import type { BookingSearch } from '#web/parts/booking/summary/address.ts'
import { type BookingShell, linkOf } from '#web/parts/booking/summary/shell.ts'
import { type Home, HomeAddress } from '#web/parts/booking/options/home-address.tsx'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const names = { place: 'En su espacio', home: 'A domicilio', online: 'En línea' } as const

/** Where a visit takes place; for a home visit, the address. Loaded only with services that are not given at places alone. */
export default function Setting({
  shell,
  search,
  visit,
  offered,
  how,
  home,
  signedIn,
  onHome,
}: {
  shell: BookingShell
  search: BookingSearch
  visit: readonly Pick<Service, 'atHome'>[]
  offered: readonly Modality[]
  how: Modality | undefined
  home: Home | undefined
  signedIn: boolean
  onHome: (home: Home | undefined) => void
}) {
  const form = useForm<{ home: Home | null }>({ initial: { home: null }, draft: 'visit-home' })
  const saved = form.values.home
  useEffect(() => {
    if (saved !== null && home === undefined) onHome(saved)
  }, [saved, home, onHome])
  const feeCents = Math.max(0, ...visit.map(({ atHome }) => atHome?.feeCents ?? 0))
  const notes = {
    place: 'Vas a donde atiende',
    home: feeCents === 0 ? 'Va a tu casa' : `Va a tu casa, ${formatCents(feeCents)} más`,
    online: 'Por videollamada',
  }
  if (offered.length === 0)
    return (
      <p role="alert" className="rounded-lg border border-chile/40 bg-chile-soft p-4">
        Juntos no se dan en ningún lugar: quita uno para ver horarios.
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      {offered.length < 2 ? (
        how === undefined || how === 'place' ? null : (
          <p className="text-muted">
            {how === 'home' ? 'Este servicio es a domicilio.' : 'Este servicio es en línea.'}
          </p>
        )
      ) : (
        <ul aria-label="Dónde" className="grid gap-2 sm:grid-cols-3">
          {offered.map((one) => {
            return (
              <li key={one}>
                <Link
                  {...linkOf(shell, { ...search, how: one, at: undefined })}
                  replace
                  resetScroll={false}
                  aria-current={one === how || undefined}
                  className={classNames(
                    'flex h-full items-center gap-3 rounded-md border p-3.5 transition-colors',
                    one === how
                      ? 'border-jacaranda bg-jacaranda-soft ring-1 ring-jacaranda'
                      : 'border-line bg-surface hover:border-ink/50',
                  )}
                >
                  <PlaceIcon modality={one} className="size-5 shrink-0" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{names[one]}</span>
                    <span className="block text-sm text-muted">{notes[one]}</span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {how !== 'home' ? null : home === undefined ? (
        <HomeAddress
          draftKey="visit-home-typed"
          whose="tu casa"
          isOwn={signedIn}
          onHome={(home) => form.put({ home })}
        />
      ) : (
        <div className="flex items-center justify-between gap-4 rounded-md bg-sunk px-4 py-3">
          <p className="min-w-0">
            <span className="block font-semibold">{home.line}</span>
            <span className="block text-sm text-muted">{home.area}</span>
          </p>
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              form.accept()
              onHome(undefined)
            }}
          >
            Cambiar dirección
          </Button>
        </div>
      )}
    </div>
  )
}
