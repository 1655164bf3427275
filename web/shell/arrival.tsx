import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { focusPageHeading, keepFocus } from '#web/ui/focus-return.ts'
import { keepKeyboardRoom } from '#web/ui/form/keyboard-room.ts'

/** The title changes shortly after the address does. */
const titleMs = 100
/** Long enough for every screen reader to announce it. */
const shownMs = 2_000

/**
 * Client-side navigation: the browser neither moves the focus nor announces a title, so this does. On another path the focus goes to the
 * page's heading, unless the screen has placed it; on the same path (a tab, a date) it stays. Every new title is announced.
 */
export default function Arrival() {
  const router = useRouter()
  const [text, setText] = useState('')

  useEffect(keepFocus, [])
  useEffect(keepKeyboardRoom, [])

  useEffect(() => {
    let before: Element | null = null
    const off = [
      router.subscribe('onBeforeNavigate', () => (before = document.activeElement)),
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (fromLocation === undefined || !pathChanged) return
        // After the effects of the screen, which may focus its first field.
        setTimeout(() => arrive(before, toLocation.hash))
      }),
    ]
    return () => off.forEach((stop) => stop())
  }, [router])

  useEffect(() => {
    let known = document.title
    let timer: ReturnType<typeof setTimeout>
    // During navigation the title is briefly that of the whole site.
    const notify = () => {
      if (router.state.status === 'pending') timer = setTimeout(notify, titleMs)
      if (router.state.status === 'pending' || document.title === known || document.title === '') return
      known = document.title
      setText(known)
      timer = setTimeout(() => setText(''), shownMs)
    }
    const watch = new MutationObserver(() => {
      if (document.title === known) return
      clearTimeout(timer)
      timer = setTimeout(notify, titleMs)
    })
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [router])

  return (
    <div aria-live="polite" aria-atomic className="sr-only" data-announced="">
      {text}
    </div>
  )
}

const arrive = (before: Element | null, hash: string) => {
  const { activeElement } = document
  const content = document.getElementById('contenido')
  const isPlaced = activeElement !== before && activeElement !== content && content?.contains(activeElement)
  // A dialog or menu opened meanwhile would close when it loses the focus.
  if (isPlaced || activeElement?.closest('[role="dialog"], [role="menu"], dialog')) return
  const target = hash === '' ? null : document.getElementById(hash)
  if (target === null) return focusPageHeading()
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
