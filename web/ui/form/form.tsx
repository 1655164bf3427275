import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { NeedsScripts } from '#web/ui/form/needs-scripts.tsx'
import { isSaved, keepDraft, readDraft } from '#web/ui/form/draft.ts'

/**
 * A form that loses nothing: what was typed or sent before the scripts came counts (web/pre-hydration.ts), and with a `draft` what is
 * typed survives a reload and a sign-in in between, passwords and cards excepted. Forget a draft with `forgetDraft` once it
 * has been taken.
 */
export const Form = ({ draft, ...rest }: ComponentProps<'form'> & { draft?: string }) => {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (form === null) return
    void wakeUp(form, draft === undefined ? {} : readDraft(draft))
    if (draft === undefined) return
    const keep = ({ target }: Event) => {
      if (isControl(target) && isSaved(target)) keepDraft(draft, ...noteOf(target))
    }
    form.addEventListener('input', keep)
    form.addEventListener('change', keep)
    return () => {
      form.removeEventListener('input', keep)
      form.removeEventListener('change', keep)
    }
  }, [draft])
  return (
    <form method="post" data-waits="" {...rest} ref={ref}>
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

/** The form is hydrated from here on: its earlier events are replayed, now with a listener. */
const wakeUp = async (form: HTMLFormElement, draft: Readonly<Record<string, string>>) => {
  form.removeAttribute('data-waits')
  form.removeAttribute('aria-busy')
  const early = window.kalliEarly
  await bringBack(form, draft)
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
    // A browser that fills in what it knows does not always say so.
    const typed = early?.typed.get(control) ?? (control.matches(':autofill') ? control.value : '')
    early?.typed.delete(control)
    if (typed !== '') await typeInto(control, typed)
  }
  if (early?.sent?.form !== form) return
  const { button } = early.sent
  early.sent = null
  form.requestSubmit(button)
}

const bringBack = async (form: HTMLFormElement, draft: Readonly<Record<string, string>>) => {
  for (const control of form.elements) {
    // What the screen filled in of a known person is newer than what was once typed; what it keeps by itself is for this time only.
    if (!isControl(control) || !isSaved(control) || control.dataset['given'] !== undefined) continue
    const [name, now] = noteOf(control)
    const text = draft[name]
    if (text === undefined || text === now) continue
    if (!isTick(control)) await typeInto(control, text)
    else if (control.type === 'checkbox') await tick(control, text)
    else if (text === control.value) await tick(control, 'true')
  }
}

type Tick = HTMLInputElement
const isTick = (control: Control): control is Tick =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Under which name it is saved, and what: a box says whether it is ticked, of radios with one name the chosen one counts. */
const noteOf = (control: Control): [name: string, text: string] => {
  if (!isTick(control)) return [control.name, control.value]
  if (control.type === 'checkbox') return [`${control.name}=${control.value}`, String(control.checked)]
  return [control.name, control.checked ? control.value : '']
}

const silent = new Set(['checkbox', 'radio', 'file', 'submit', 'button', 'hidden'])
const takesText = (control: Control) => !silent.has(control.type)

/** As if the user ticked it: silently away from the wanted state, and then pressed. */
const tick = async (control: Tick, wanted: string) => {
  control.checked = wanted !== 'true'
  control.click()
  await Promise.resolve()
}

/** As if the user typed it. React registers a change only when its own record of the value differs, so that is emptied first. */
export const typeInto = async (control: Control, text: string) => {
  if (!(control instanceof HTMLSelectElement)) control.value = ''
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set
  write?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  // React takes it in before the next field, or the next would be sent to a screen that does not know of it.
  await Promise.resolve()
}
