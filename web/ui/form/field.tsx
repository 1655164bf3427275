import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { markSubmitted, useErrorReport } from '#web/ui/form-errors.ts'
import { nativeError } from '#web/ui/form/native-error.ts'

type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  required: boolean | undefined
}

/**
 * A label, its control, a hint and its error, linked for screen readers. What the browser finds invalid on a submit is shown here too,
 * until it is valid. Not an alert of its own: web/ui/form-errors.ts announces all errors of a form at once.
 */
export const Field = ({
  label,
  hint,
  error: given,
  required,
  aside,
  hideLabel,
  className,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: string
  required?: boolean
  /** At the right of the label, such as a link. */
  aside?: ReactNode
  hideLabel?: boolean
  className?: string
  children: (control: Described) => ReactNode
}) => {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<string>()
  const error = given || found
  useErrorReport(box, Boolean(error), id)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div
      ref={box}
      className={classNames('flex min-w-0 flex-col gap-1.5', className)}
      onInvalidCapture={(event) => {
        event.preventDefault()
        if (!isControl(event.target)) return
        markSubmitted(event.target)
        setFound(nativeError(event.target))
      }}
      // Not in the capture phase: React would write the old value over the typed one.
      onInput={({ target }) => {
        if (found !== undefined && isControl(target) && target.validity.valid) setFound(undefined)
      }}
    >
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-[0.9375rem] font-semibold">
          {label}
          {required === false ? <span className="font-normal text-muted"> (opcional)</span> : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error ? true : undefined,
        required: required || undefined,
      })}
      {error ? (
        <p id={`${id}-error`} data-error="" className="text-sm font-medium text-chile">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

const isControl = (target: EventTarget) =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement
