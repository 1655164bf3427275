import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { NeedsScripts } from '#web/ui/form/needs-scripts.tsx'

/**
 * A form that keeps input and submits from before hydration (web/pre-hydration.ts). Its state is in `useForm` (use-form.ts). Without an
 * action it is sent by its `onSubmit` alone, never by the browser as well.
 */
export const Form = ({ onSubmit, ...rest }: ComponentProps<'form'>) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (ref.current !== null) void wakeUp(ref.current)
  }, [])
  return (
    <form
      method="post"
      data-waits=""
      {...rest}
      ref={ref}
      onSubmit={(event) => {
        if (rest.action === undefined) event.preventDefault()
        onSubmit?.(event)
      }}
    >
      {rest.action === undefined ? <NeedsScripts what="enviar este formulario" /> : null}
      {rest.children}
    </form>
  )
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/** From here on the form is hydrated: its earlier events are replayed, now with a listener. */
const wakeUp = async (form: HTMLFormElement) => {
  form.removeAttribute('data-waits')
  form.removeAttribute('aria-busy')
  const early = window.kalliEarly
  for (const control of form.elements) {
    if (!isControl(control)) continue
    if (isTick(control)) {
      const ticked = early?.typed.get(control)
      early?.typed.delete(control)
      if (ticked === 'true' || (ticked === 'false' && control.type === 'checkbox'))
        await tick(control, ticked)
      continue
    }
    if (!takesText(control)) continue
    // Browsers do not always fire an event when they autofill.
    const typed = early?.typed.get(control) ?? (control.matches(':autofill') ? control.value : '')
    early?.typed.delete(control)
    if (typed !== '') await typeInto(control, typed)
  }
  if (early?.sent?.form !== form) return
  const { button } = early.sent
  early.sent = null
  form.requestSubmit(button)
}

type Tick = HTMLInputElement
const isTick = (control: Control): control is Tick =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const silent = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'hidden'])
const takesText = (control: Control) => !silent.has(control.type)

/** As if the user ticked it: set silently to the opposite state, then clicked. */
const tick = async (control: Tick, wanted: string) => {
  control.checked = wanted !== 'true'
  control.click()
  await Promise.resolve()
}

/** As if the user typed it. React registers a change only when its own record of the value differs, so that record is emptied first. */
const typeInto = async (control: Control, text: string) => {
  if (!(control instanceof HTMLSelectElement)) control.value = ''
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set
  write?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  // React must process it before the next field, or the next event meets stale state.
  await Promise.resolve()
}
