import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { MouseEvent, ReactNode } from 'react'

const never = () => () => {}
const inBrowser = () => false
const atFirst = () => true
/** While what the server wrote is taken over: what came since may not be shown yet, or React throws the server's page away. */
export const useHydrating = () => useSyncExternalStore(never, inBrowser, atFirst)
/** One object, so that React sees no change and leaves what the server has written. */
const untouched = { __html: '' }

/**
 * Markup that needs no script: what the server rendered stays as it is, and the browser spends nothing on it, neither
 * bytes (give it lazy children) nor time. Links inside go through the router all the same, and a picture that
 * fails brings the piece to life, so that its own fallback shows. `live` brings it to life too. Reached by going
 * from page to page, it is rendered like anything else.
 */
export const Still = ({
  children,
  className,
  live = false,
  fallback = null,
}: {
  children: ReactNode
  className?: string
  live?: boolean
  fallback?: ReactNode
}) => {
  const router = useRouter()
  const hydrating = useHydrating()
  const [still, setStill] = useState(hydrating)
  // What stood there is shown until the code of what replaces it has come.
  const [before, setBefore] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const node = frame.current
    if (!still || node === null) return
    const wake = () => {
      setBefore(node.innerHTML)
      setStill(false)
    }
    const failed = [...node.querySelectorAll('img')].some((one) => one.complete && one.naturalWidth === 0)
    if (live || failed) return wake()
    node.addEventListener('error', wake, true)
    return () => node.removeEventListener('error', wake, true)
  }, [still, live])

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '') return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
    event.preventDefault()
    void router.navigate({ href: link.pathname + link.search + link.hash })
  }

  if (import.meta.env.SSR) return <div className={className}>{children}</div>
  if (still)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links inside are what is pressed
      <div
        key="still"
        ref={frame}
        className={className}
        onClick={follow}
        suppressHydrationWarning
        dangerouslySetInnerHTML={untouched}
      />
    )
  const waiting = before === undefined ? fallback : <div dangerouslySetInnerHTML={{ __html: before }} />
  return (
    <div key="live" className={className}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </div>
  )
}

/** Resolves when the element comes near the screen or is focused; at once where it does not exist yet. */
export const nearing = (id: string) =>
  new Promise<void>((resolve) => {
    const node = document.getElementById(id)
    if (node === null) return resolve()
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        resolve()
      },
      { rootMargin: '400px' },
    )
    watch.observe(node)
    node.addEventListener('focusin', () => resolve(), { once: true })
  })
