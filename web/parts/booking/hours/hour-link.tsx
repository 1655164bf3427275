import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { AlternativeSlot, Slot } from '#contract/availability/slot.ts'
import type { Pressed } from '#web/parts/booking/hours/hold-hour.ts'
import { dateIn, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { toastError } from '#web/ui/toast.ts'

type Linked = {
  /** Professional, service, place and options, as in an address of booking. */
  visit: Parameters<typeof paths.bookingAt>[0]
  /** The hour was taken meanwhile, or its price changed: the alternatives. Without this callback its address shows them. */
  onTaken?: (message: string, others: readonly AlternativeSlot[]) => void
  className?: string | undefined
  children: ReactNode
}

/** A link to a slot that holds it; without a token one to booking, on its day, where options or an address are chosen first. */
export const HourLink = ({
  slot: { token, ...slot },
  ...linked
}: Linked & { slot: Pick<Slot, 'startsAt' | 'spaceId'> & { zone: string; token: string | null } }) => {
  if (token !== null) return <HeldLink {...linked} slot={{ ...slot, token }} />
  const { visit, className, children } = linked
  const chosen = paths.bookingAt(
    { ...visit, day: dateIn(slot.startsAt, slot.zone) },
    { at: slot.startsAt, space: slot.spaceId },
  )
  return (
    <Link {...chosen} className={className}>
      {children}
    </Link>
  )
}

/**
 * Pressed, the slot is held and checkout opens. Its address is booking with that hour chosen (docs/search/address.md), for a
 * new tab and where the scripts do not come.
 */
const HeldLink = ({
  visit,
  slot,
  onTaken,
  className,
  children,
}: Linked & { slot: Pick<Slot, 'startsAt' | 'spaceId' | 'token'> }) => {
  const navigate = useNavigate()
  const chosen = paths.bookingAt(visit, { at: slot.startsAt, space: slot.spaceId })
  const pressing = usePress(async () => {
    const { pressHour } = await import('#web/parts/booking/hours/hold-hour.ts')
    const pressed = await pressHour(slot.token)
    if (pressed.kind === 'held') await navigate(paths.checkout(pressed.id))
    else if (onTaken && pressed.kind === 'taken' && pressed.others.length > 0)
      onTaken(pressed.message, pressed.others)
    // In the address itself, so that the page shows that it is taken (useChosenHour).
    else if (pressed.kind === 'taken')
      await navigate(paths.booking({ ...visit, at: slot.startsAt, atSpace: slot.spaceId ?? 0 }))
    else if (pressed.kind === 'refused') await navigate(chosen)
    else sayUnanswered(pressed)
  })
  return (
    <Link {...chosen} {...pressing} className={className}>
      {children}
    </Link>
  )
}

/** A link to free hours of a space: pressed, a professional who may rents them at once; others see the requirements on its page. */
export const StayLink = ({
  space,
  stay,
  className,
  children,
}: {
  space: number
  stay: { startsAt: string; endsAt: string; zone: string; totalCents: number }
  className?: string | undefined
  children: ReactNode
}) => {
  const navigate = useNavigate()
  const { startsAt, endsAt, zone } = stay
  const to = {
    ...paths.space(space, {
      day: dateIn(startsAt, zone),
      from: timeOf(startsAt, zone),
      to: timeOf(endsAt, zone),
    }),
    hash: 'renta',
  }
  const pressing = usePress(async () => {
    const { pressStay } = await import('#web/parts/booking/hours/hold-hour.ts')
    const pressed = await pressStay(space, stay)
    if (pressed.kind === 'held') await navigate(paths.rentCheckout(pressed.id))
    else if (pressed.kind === 'unanswered') sayUnanswered(pressed)
    else await navigate(to)
  })
  return (
    <Link {...to} {...pressing} className={className}>
      {children}
    </Link>
  )
}

/** The page stays: the same press retries. */
const sayUnanswered = ({ message }: Extract<Pressed, { kind: 'unanswered' }>) =>
  toastError('No pudimos apartar ese horario', `${message} Toca la hora otra vez para reintentar.`)

/** For a link whose plain press acts; with a key that opens tabs, and without scripts, it stays a link. */
const usePress = (onPress: () => Promise<void>) => {
  const [isBusy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onPress()
    } catch {
      // The code itself failed to load.
      sayUnanswered({ kind: 'unanswered', message: 'No hay conexión.' })
    } finally {
      setBusy(false)
    }
  }
  return {
    // A press before hydration is repeated after it (web/pre-hydration.ts).
    'data-press': '',
    'aria-busy': isBusy || undefined,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!isBusy) void act()
    },
  }
}
