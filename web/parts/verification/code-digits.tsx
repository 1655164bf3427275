import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/form/input.tsx'

/** Input for a six-digit code, typed, or pasted with any surrounding text. */
export const CodeDigits = ({ className = 'max-w-52 text-xl', ...rest }: ComponentProps<typeof Input>) => (
  <Input
    autoComplete="one-time-code"
    inputMode="numeric"
    spellCheck={false}
    maxLength={20}
    placeholder="000000"
    {...rest}
    className={classNames('figures tracking-[0.25em]', className)}
  />
)

/** A link to the sent message on an installation without a real provider, within a sentence or alone. */
export const OutboxLink = ({ address }: { address: string }) => (
  <>
    En esta instalación de prueba{' '}
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-jacaranda underline underline-offset-4"
    >
      léelo aquí
    </a>
    .
  </>
)
