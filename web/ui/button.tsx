import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'

const base =
  'relative inline-flex select-none items-center justify-center gap-2 rounded-md text-center font-semibold leading-tight transition-[background-color,border-color,color,transform] duration-150 ease-out active:translate-y-px disabled:active:translate-y-0'

const tones = {
  /** The main action of the screen. */
  primary: 'bg-barro text-on-barro hover:bg-barro-deep',
  /** The alternative action. */
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-ink/70 hover:bg-sunk',
  /** For lists and bars. */
  quiet: 'text-ink hover:bg-sunk',
  /** An action that cannot be undone. */
  danger: 'bg-chile text-plaster hover:brightness-90',
  /** On the dark band. */
  onDark: 'bg-on-noche text-[#2f1c2e] hover:bg-white',
  onDarkQuiet: 'border border-on-noche/45 text-on-noche hover:bg-on-noche/10',
} as const

const sizes = {
  small: 'min-h-11 px-3.5 text-[0.9375rem]',
  medium: 'min-h-12 px-5 text-base',
  large: 'min-h-14 px-7 text-[1.0625rem]',
} as const

export type ButtonLook = { tone?: keyof typeof tones; size?: keyof typeof sizes; wide?: boolean }

/** Button classes for links: `<Link className={buttonClass({ tone: 'primary' })}>`. */
export const buttonClass = (
  { tone = 'primary', size = 'medium', wide = false }: ButtonLook = {},
  more?: string,
) => classNames(base, tones[tone], sizes[size], wide && 'w-full', more)

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonLook & {
    /** In progress: shows a spinner and ignores presses. */
    busy?: boolean
    /** Why the button is disabled. It stays visible and focusable, with the reason under it. */
    blocked?: ReactNode
    disabled?: boolean
  }

/** A button at least 44 px high. A blocked one gives its reason, and keeps its element and focus when it is unblocked. */
export const Button = (props: ButtonProps) => {
  const { tone, size, wide, busy, blocked, disabled, className, children, type, onClick, ...rest } = props
  const reasonId = useId()
  const stopped = busy === true || Boolean(blocked)
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled}
      aria-disabled={stopped || undefined}
      aria-busy={busy || undefined}
      aria-describedby={blocked ? reasonId : rest['aria-describedby']}
      onClick={stopped ? (event) => event.preventDefault() : onClick}
      className={buttonClass(
        { tone, size, wide },
        classNames((disabled || Boolean(blocked)) && 'opacity-50 saturate-50', className),
      )}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
  if (!('blocked' in props)) return button
  return (
    <span
      className={
        blocked ? classNames('inline-flex flex-col items-start gap-1', wide && 'w-full') : 'contents'
      }
    >
      {button}
      {blocked ? (
        <span id={reasonId} className="text-[0.8125rem] leading-snug text-muted">
          {blocked}
        </span>
      ) : null}
    </span>
  )
}

/** A square button with an icon only; `label` is its accessible name and its tooltip. */
export const IconButton = ({
  label,
  className,
  children,
  type,
  ...rest
}: ComponentProps<'button'> & { label: string }) => (
  <button
    {...rest}
    type={type ?? 'button'}
    aria-label={label}
    title={label}
    className={classNames(
      'inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink transition-colors hover:bg-sunk disabled:opacity-40 [&_svg]:size-5',
      className,
    )}
  >
    {children}
  </button>
)
