import { useForm as useMantineForm } from '@mantine/form'
import { type ChangeEvent, type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { refusedField } from '#web/refused-field.ts'
import { forgetDraft, readDraft } from '#web/ui/form/draft.ts'
import { jsonOf, restoredValues, storeEdits } from '#web/ui/form/draft-values.ts'

/** The error text of a value; undefined when it is valid. */
export type Checks<Values> = {
  readonly [Name in keyof Values]?: ((value: Values[Name], values: Values) => string | undefined) | undefined
}

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type FormOptions<Values> = {
  /** The saved values. When they change they replace what is shown, unless it was edited; values given as a function never do. */
  initial: Values | (() => Values)
  /** Under this name edits survive a reload in this tab, and a sign-in, until `accept`. */
  draft?: string | undefined
  /** Never stored in the draft: passwords, cards, one-time codes, and values valid only once. */
  unstored?: readonly (keyof Values & string)[]
  /** Fields whose initial value takes precedence over a draft. */
  given?: readonly (keyof Values & string)[]
  /** Run on submit and, once submitted, when a field is left. While a field is edited, its error can only disappear. */
  checks?: Checks<Values>
}

/**
 * The state of a form (docs/decisions/forms.md): @mantine/form with drafts, our order of checks, and server refusals shown at their fields.
 * `Form` replays input from before hydration as events, and `Field` announces errors.
 */
export const useForm = <Values extends Record<string, unknown>>({
  initial,
  draft,
  unstored = [],
  given = [],
  checks = {},
}: FormOptions<Values>) => {
  type Name = keyof Values & string
  const [first] = useState(initial)
  const saved = typeof initial === 'function' ? first : initial
  // The library keeps its first callback.
  const now = useRef({
    draft,
    unstored,
    saved,
    isEdited: false,
    isRestoring: false,
    wasSubmitted: false,
    isSending: false,
  })
  Object.assign(now.current, { draft, unstored, saved })
  const form = useMantineForm<Values>({
    initialValues: saved,
    clearInputErrorOnChange: false,
    validate: (values) => {
      const errors: Record<string, string | undefined> = {}
      for (const name in checks) errors[name] = checks[name]?.(values[name], values)
      return errors
    },
    onValuesChange: useRef((values: Values, before: Values) => {
      if (now.current.isRestoring) return
      now.current.isEdited = true
      if (now.current.draft !== undefined) storeEdits(now.current.draft, values, { before, ...now.current })
    }).current,
  })

  /** Fields missing from the new values, such as those of another union case, are emptied, because the library merges. */
  const restore = (values: Values) => {
    now.current.isRestoring = true
    const emptied = Object.keys(form.getValues()).map((name) => [name, undefined])
    form.setValues({ ...Object.fromEntries(emptied), ...values })
    now.current.isRestoring = false
  }

  const savedText = useMemo(() => jsonOf(saved), [saved])
  const shown = useRef<{ text: string; draft: string | undefined }>({ text: savedText, draft: undefined })
  // Before the browser paints, but after the first render, which must match the server's.
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { text: savedText, draft }
    if (before.text !== savedText) {
      form.setInitialValues(saved)
      if (!now.current.isEdited) restore(saved)
    }
    if (draft === undefined || draft === before.draft || now.current.isEdited) return
    const typed = restoredValues(readDraft(draft), saved, [...given, ...unstored])
    if (Object.keys(typed).length === 0) return
    now.current.isEdited = true
    restore({ ...saved, ...typed })
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are new on each render
  }, [savedText, draft])

  const problemOf = (name: Name) => checks[name]?.(form.getValues()[name], form.getValues())
  const isName = (name: string): name is Name => Object.hasOwn(form.getValues(), name)
  const clearIfRight = (name: string) => {
    if (!isName(name) || problemOf(name) === undefined) form.clearFieldError(name)
  }
  const put = (part: Partial<Values>) => {
    form.setValues(part)
    Object.keys(part).forEach(clearIfRight)
  }
  const changeOf = (name: Name) => {
    const { onChange } = form.getInputProps(name)
    return (next: unknown) => {
      onChange(next)
      clearIfRight(name)
    }
  }
  /** A server refusal of a field stays until the field is edited. */
  const onBlurOf = (name: Name) => () => {
    const problem = now.current.wasSubmitted ? problemOf(name) : undefined
    if (problem !== undefined) form.setFieldError(name, problem)
  }
  /** A text that the screen itself has for the refusal takes precedence. */
  const refuse = (problem: unknown) => {
    const refused = Object.keys(form.getValues()).map((name) => [name, refusedField(problem, name)])
    form.setErrors((before) => ({ ...Object.fromEntries(refused), ...before }))
  }
  return {
    values: form.values,
    /** The current values, for responses that arrive while the user continues to edit. */
    current: form.getValues,
    put,
    change: (part: (before: Values) => Partial<Values>) => put(part(form.getValues())),
    /** Props of a text control or a select. */
    text: (name: Name) => ({
      value: form.getInputProps(name).value,
      onChange: (event: ChangeEvent<TextControl>) => changeOf(name)(event),
      onBlur: onBlurOf(name),
    }),
    /** Props of a checkbox. */
    tick: (name: Name) => ({
      checked: Boolean(form.values[name]),
      onChange: (event: ChangeEvent<HTMLInputElement>) => changeOf(name)(event),
    }),
    /** Props of a control that reports its value: NumberField, Choices, TypedField. */
    pick: <N extends Name>(name: N) => ({
      value: form.values[name],
      onChange: (value: Values[N]) => changeOf(name)(value),
    }),
    error: (name: Name): string | undefined => {
      const error = form.errors[name]
      return typeof error === 'string' ? error : undefined
    },
    /** Shows the screen's own text for a server refusal of a field, and focuses the control of the same name. */
    fail: (name: Name, message: string) => {
      form.setFieldError(name, message)
      document.getElementsByName(name)[0]?.focus()
    },
    /** Sends valid values, one request at a time; server refusals are shown at their fields. */
    submit:
      (send: (values: Values, event?: FormEvent<HTMLFormElement>) => unknown) =>
      (event?: FormEvent<HTMLFormElement>) => {
        event?.preventDefault()
        if (now.current.isSending) return
        now.current.wasSubmitted = true
        form.onSubmit((values) => {
          const sending = send(values, event)
          if (!(sending instanceof Promise)) return
          now.current.isSending = true
          // The caller shows the rest of the problem.
          return sending.catch(refuse).finally(() => {
            now.current.isSending = false
          })
        })(event)
      },
    /** Discards the draft; the shown values stay. */
    forget: () => {
      if (draft !== undefined) forgetDraft(draft)
    },
    /** Marks these values as saved: they are shown, and the draft is discarded. */
    accept: (values: Values = saved) => {
      if (draft !== undefined) forgetDraft(draft)
      form.setInitialValues(values)
      form.clearErrors()
      restore(values)
      now.current.isEdited = false
      now.current.wasSubmitted = false
    },
  }
}

export type FormState<Values extends Record<string, unknown>> = ReturnType<typeof useForm<Values>>
