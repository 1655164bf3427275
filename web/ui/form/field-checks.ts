import { type ComponentProps, useRef, useState } from 'react'
import { typeInto } from '#web/ui/form/form.tsx'

/** What is wrong with a text, as its reader sees it; nothing when it is right. */
export type Check = (text: string) => string | undefined

/**
 * A form that says in our own words, at each field, what is wrong: checked when it is sent, and from then on when a field is left. While
 * a field is typed in, its error only goes away. Give the form `noValidate` and each input `at(name)`. What is typed stays in the fields,
 * not in React, so a keystroke costs nothing; a field that is not on the screen is not checked.
 */
export const useFieldChecks = <Name extends string>(checks: Readonly<Record<Name, Check>>) => {
  const controls = useRef(new Map<Name, HTMLInputElement>())
  const wasSent = useRef(false)
  const [errors, setErrors] = useState<ReadonlyMap<Name, string>>(new Map())

  const textOf = (name: Name) => controls.current.get(name)?.value.trim() ?? ''
  const say = (name: Name, message: string | undefined) =>
    setErrors((before) => {
      if (before.get(name) === message) return before
      const after = new Map(before)
      if (message === undefined) after.delete(name)
      else after.set(name, message)
      return after
    })
  const focus = (name: Name) => controls.current.get(name)?.focus()

  return {
    error: (name: Name) => errors.get(name),
    /** What an input needs to belong to the form. */
    at: (name: Name): Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onInput' | 'onBlur'> => ({
      name,
      ref: (control) => {
        if (control === null) controls.current.delete(name)
        else controls.current.set(name, control)
      },
      onInput: () => {
        if (checks[name](textOf(name)) === undefined) say(name, undefined)
      },
      onBlur: () => {
        const message = checks[name](textOf(name))
        // What the server refused of it stays until it is typed in.
        if (wasSent.current && message !== undefined) say(name, message)
      },
    }),
    /** The form is sent: what was typed, by name; nothing when something is wrong, and then the first such field has the focus. */
    send: (): ((name: Name) => string) | undefined => {
      wasSent.current = true
      const typed = new Map<Name, string>()
      const wrong = new Map<Name, string>()
      // In the order of the checks, which is the order on the screen.
      for (const name in checks) {
        if (!controls.current.has(name)) continue
        typed.set(name, textOf(name))
        const message = checks[name](textOf(name))
        if (message !== undefined) wrong.set(name, message)
      }
      setErrors(wrong)
      const [first] = wrong.keys()
      if (first === undefined) return (name) => typed.get(name) ?? ''
      focus(first)
      return undefined
    },
    /** What the server says of a field. */
    refuse: (name: Name, message: string) => {
      say(name, message)
      focus(name)
    },
    /** Types for them where a field is empty. */
    fill: async (known: Partial<Readonly<Record<Name, string>>>) => {
      for (const name in checks) {
        const [control, text] = [controls.current.get(name), known[name]]
        if (control !== undefined && text !== undefined && textOf(name) === '') await typeInto(control, text)
      }
    },
    /** On to what is still to be typed. */
    focusEmpty: () => {
      for (const name in checks) if (controls.current.has(name) && textOf(name) === '') return focus(name)
    },
  }
}

export type FieldChecks<Name extends string> = ReturnType<typeof useFieldChecks<Name>>
