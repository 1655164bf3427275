import * as Radix from 'radix-ui/dialog'
import { X } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { placeOf, returnFocus } from '#web/ui/focus-return.ts'
import type { Place } from '#web/ui/focus-return.ts'

/** Loaded with the page (web/shell/root.tsx). */
const NotRefreshed = lazy(() =>
  import('#web/ui/page/not-refreshed.tsx').catch(() => ({ default: () => <></> })),
)

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Buttons at the bottom, always visible. */
  actions?: ReactNode
  /** Why the request was refused; shown above the buttons. */
  error?: Error | string | null | undefined
  hideTitle?: boolean
}

const overlay = 'fixed inset-0 z-50 animate-fade bg-[rgb(30_16_10/0.55)]'

const Close = () => (
  <Radix.Close
    aria-label="Cerrar"
    className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-ink [&_svg]:size-5"
  >
    <X aria-hidden />
  </Radix.Close>
)

const Frame = ({
  title,
  description,
  children,
  actions,
  error,
  hideTitle,
}: Omit<DialogProps, 'open' | 'onOpenChange'>) => (
  <>
    <div className="px-5 pt-4 pb-3 sm:px-6 sm:pt-5">
      <div className="flex items-start justify-between gap-4">
        <Radix.Title className={hideTitle ? 'sr-only' : 'pt-1.5 font-display text-xl font-semibold'}>
          {title}
        </Radix.Title>
        <span className="ml-auto">
          <Close />
        </span>
      </div>
      {description ? (
        <Radix.Description
          className={hideTitle ? 'sr-only' : 'mt-1 text-pretty text-muted first-letter:uppercase'}
        >
          {description}
        </Radix.Description>
      ) : null}
    </div>
    <Suspense>
      <NotRefreshed className="bg-maiz-soft py-1 text-maiz-ink" />
    </Suspense>
    <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-6 sm:px-6">{children}</div>
    {error ? (
      <div className="px-5 pb-4 sm:px-6">
        <FormError of={error} />
      </div>
    ) : null}
    {actions ? (
      <div className="flex flex-col-reverse gap-3 max-sm:[&>span>button]:w-full border-t border-line px-5 py-4 sm:flex-row sm:flex-wrap sm:items-start sm:justify-end sm:px-6 sm:[&>span]:max-w-60 sm:[&>span]:items-end sm:[&>span]:text-right">
        {actions}
      </div>
    ) : null}
  </>
)

type Opener = { element: HTMLElement; place: Place }

/** The elements that opened the open dialogs, in order; a dialog that another one replaces is included until it has closed. */
const openers: Opener[] = []

/** The focused button; where a dialog replaces another, the button that opened the first. */
const openerNow = (): Opener | undefined => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body
    ? { element: activeElement, place: placeOf(activeElement) }
    : openers.at(-1)
}

const isOpenList = (target: EventTarget | null) =>
  target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')

/**
 * Radix returns the focus to its own trigger; our dialogs are opened by any button, which gets the focus back on close. Where the dialog
 * removed that button, its replacement gets it.
 */
const Content = ({ onClose, ...props }: ComponentProps<typeof Radix.Content> & { onClose: () => void }) => {
  const opener = useRef<Opener>(undefined)
  return (
    <Radix.Content
      {...props}
      // Radix listens for Escape on the document, before the field does: in an open list it closes the list alone.
      onEscapeKeyDown={(event) => {
        props.onEscapeKeyDown?.(event)
        if (isOpenList(event.target)) event.preventDefault()
      }}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        // Radix leaves Escape to a toast that appeared after the dialog; where nothing else handled it, it closes the dialog too.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onOpenAutoFocus={() => {
        opener.current = openerNow()
        if (opener.current !== undefined) openers.push(opener.current)
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (opener.current === undefined) return
        openers.splice(openers.lastIndexOf(opener.current), 1)
        returnFocus(opener.current.element, opener.current.place)
      }}
    />
  )
}

/** A modal dialog. On a phone it sits at the bottom, within reach of the thumb. */
export const Dialog = ({ open, onOpenChange, ...frame }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={overlay} />
      <Content
        onClose={() => onOpenChange(false)}
        {...(frame.description ? {} : { 'aria-describedby': undefined })}
        className={classNames(
          'fixed inset-x-0 bottom-(--keyboard) z-50 flex max-h-[calc(92dvh-var(--keyboard))] animate-sheet flex-col rounded-t-xl bg-surface pb-[env(safe-area-inset-bottom)] shadow-high outline-none',
          'sm:inset-0 sm:m-auto sm:h-fit sm:pb-0 sm:w-[min(34rem,calc(100vw-3rem))] sm:animate-rise sm:rounded-lg',
        )}
      >
        <Frame {...frame} />
      </Content>
    </Radix.Portal>
  </Radix.Root>
)

/** A panel from the side: filters, menus, details. */
export const Sheet = ({
  open,
  onOpenChange,
  side = 'right',
  ...frame
}: DialogProps & { side?: 'left' | 'right' }) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className={overlay} />
      <Content
        onClose={() => onOpenChange(false)}
        {...(frame.description ? {} : { 'aria-describedby': undefined })}
        className={classNames(
          'fixed inset-y-0 z-50 flex w-[min(24rem,calc(100vw-2.5rem))] animate-sheet flex-col bg-surface pt-[env(safe-area-inset-top)] pb-[max(env(safe-area-inset-bottom),var(--keyboard))] shadow-high outline-none',
          side === 'right'
            ? 'right-0 [--sheet-from:translateX(100%)]'
            : 'left-0 [--sheet-from:translateX(-100%)]',
        )}
      >
        <Frame {...frame} />
      </Content>
    </Radix.Portal>
  </Radix.Root>
)
