/**
 * What happens when errors appear in a form. Errors that appear together are announced as one; after a submit the focus moves to
 * the first field with an error. The error of a field that is being typed in is announced once the field is left.
 */
import { type RefObject, useEffect } from 'react'
import { currentToast } from '#web/ui/toast.ts'

/** Where an error is shown: around a field or a group, or around the text of an error of the whole form. */
type Place = { box: HTMLElement; control: HTMLElement | null }

const visible = new Set<Place>()
/** Not announced yet. */
let due: Place[] = []
let postponed: Place | undefined
/** The form submitted last, until the user types or moves to another field. */
let submitted: Element | null = null
let focusedAtSubmit: Element | null = null
let typedIn: EventTarget | null = null
let region: HTMLElement | undefined
let recheck: ReturnType<typeof setTimeout> | undefined
let saying: ReturnType<typeof setTimeout> | undefined

/**
 * Reports the error in this box while it is shown. `shown` is its text, for boxes whose text changes and must be announced again. It
 * belongs to the whole form, to the group of choices around it, or to the control with this id.
 */
export const useErrorReport = (
  box: RefObject<HTMLElement | null>,
  shown: boolean | string,
  about: 'form' | 'group' | (string & {}) = 'form',
) => {
  useEffect(watchForms, [])
  useEffect(() => {
    if (!shown || box.current === null) return
    if (about === 'form') return report({ box: box.current, control: null })
    const group = about === 'group' ? box.current.closest('fieldset') : null
    const control = about === 'group' ? group?.querySelector('input') : document.getElementById(about)
    return report({ box: group ?? box.current, control: control ?? null })
  }, [box, shown, about])
}

/** The browser found invalid fields, so no submit event fires. */
export const markSubmitted = (control: Element) => begin(control.closest('form'))

const begin = (form: Element | null) => {
  submitted = form
  focusedAtSubmit = document.activeElement
  typedIn = null
  empty()
  clearTimeout(recheck)
  // Errors that this submit left unchanged; those of the server are cleared by then, until its next response.
  recheck = setTimeout(() => {
    if (form === null || submitted !== form) return
    const ofForm = [...visible].filter(({ box, control }) => control === null && form.contains(box))
    if (![...visible].some(({ control }) => control !== null && form.contains(control))) due.push(...ofForm)
    announce()
  }, 150)
}

const empty = () => {
  clearTimeout(saying)
  if (region !== undefined) region.textContent = ''
}

const watchForms = () => {
  if (region !== undefined) return
  region = document.createElement('div')
  region.setAttribute('aria-live', 'assertive')
  region.setAttribute('aria-atomic', 'true')
  region.setAttribute('data-form-errors', '')
  region.className = 'sr-only'
  document.body.append(region)
  const on = (name: string, listener: (target: EventTarget | null) => void) =>
    window.addEventListener(name, ({ target }) => listener(target), true)
  on('submit', (target) => begin(target instanceof Element ? target : null))
  on('input', (target) => {
    submitted = null
    empty()
    typedIn = target
  })
  on('focusin', (target) => {
    if (target instanceof Element && target.matches('input, select, textarea')) submitted = null
  })
  on('focusout', (target) => {
    typedIn = null
    const left = postponed
    postponed = undefined
    if (left !== undefined && left.control === target) add(left)
  })
}

const report = (place: Place) => {
  visible.add(place)
  const isBeingTyped = place.control !== null && place.control === typedIn
  if (isBeingTyped && place.control === document.activeElement) postponed = place
  else add(place)
  return () => {
    visible.delete(place)
    due = due.filter((one) => one !== place)
    if (postponed === place) postponed = undefined
  }
}

const add = (place: Place) => {
  due.push(place)
  if (due.length === 1) setTimeout(announce)
}

const announce = () => {
  const before = [...visible].filter((place) => place.control !== null && submitted?.contains(place.control))
  const shown = [...new Set([...due, ...before])].toSorted((a, b) =>
    a.box.compareDocumentPosition(b.box) & 2 ? 1 : -1,
  )
  due = []
  if (shown.length === 0) return
  focusFirst(shown)
  const [only] = shown
  // Where the element already had the focus, nothing is read.
  const isRead =
    shown.length === 1 &&
    only?.control === document.activeElement &&
    focusedAtSubmit !== null &&
    focusedAtSubmit !== document.activeElement
  focusedAtSubmit = null
  const text = summaryOf(shown)
  // Focus makes a screen reader read the field's error, and a toast reads its own text.
  if (!isRead && currentToast()?.text !== text) say(text)
}

const focusFirst = (shown: readonly Place[]) => {
  const first = shown.find(({ control }) => control !== null && submitted?.contains(control))?.control
  submitted = null
  if (!first) return
  unfold(first)
  first.focus()
}

/** In a closed disclosure a field has no focus and its error is not seen. */
const unfold = (control: HTMLElement) => {
  for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
}

const summaryOf = (shown: readonly Place[]) => {
  const ofForm = shown.filter(({ control }) => control === null)
  if (ofForm.length > 0) return ofForm.map(messageIn).join(' ')
  const [first] = shown
  if (first !== undefined && shown.length === 1) return messageIn(first)
  return `Revisa ${shown.length} campos: ${shown.map(nameIn).join(', ')}.`
}

const messageIn = ({ box }: Place) => (box.querySelector('[data-error]') ?? box).textContent.trim()
const nameIn = ({ box }: Place) => box.querySelector('label, legend')?.firstChild?.textContent?.trim() ?? ''

/** Emptied first, so that an equal text is announced again. */
const say = (text: string) => {
  if (region === undefined) return
  // React clears the body when hydration fails.
  if (!region.isConnected) document.body.append(region)
  empty()
  saying = setTimeout(() => {
    if (region !== undefined) region.textContent = text
  }, 50)
}
