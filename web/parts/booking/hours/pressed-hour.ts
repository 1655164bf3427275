import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import { paths } from '#web/paths.ts'

/**
 * For a list that the server drew and no script has taken over (web/ui/page/still.tsx): a pressed hour of it (`HourLink`) is held, and
 * checkout opens. Where it could not be held, its own address shows the others.
 */
export const usePressedHour = () => {
  const navigate = useNavigate()
  const isBusy = useRef(false)
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const token = link?.dataset['hold']
    if (!link || token === undefined || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (isBusy.current) return
    isBusy.current = true
    const { pathname, search, hash } = link
    void import('#web/parts/booking/hours/hold-hour.ts')
      .then(async ({ holdHour }) => navigate(paths.checkout(await holdHour(token))))
      .catch(() => navigate({ href: pathname + search + hash }))
      .finally(() => {
        isBusy.current = false
      })
  }
}
