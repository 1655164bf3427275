import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { MouseEvent, ReactNode } from 'react'

const never = () => () => {}
const inBrowser = () => false
const atFirst = () => true
/** True during hydration: newer content must not be rendered yet, or React discards the server's HTML. */
export const useHydrating = () => useSyncExternalStore(never, inBrowser, atFirst)
/** One constant object, so that React sees no change and leaves the server's HTML. */
const untouched = { __html: '' }

/**
 * A static island: the server's HTML stays as it is, and the browser spends neither bytes (give it lazy children) nor time on hydrating it.
 * Links inside still go through the router. An image that fails to load makes it live, so that its fallback shows; so does `live`. After a
 * client-side navigation it renders like any component.
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
  // The previous HTML is shown until the code of its replacement has loaded.
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

/** Resolves when the element comes near the viewport or is focused; at once where it does not exist yet. */
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
