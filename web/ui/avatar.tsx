import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const tones = [
  'bg-barro-soft text-barro-deep',
  'bg-jacaranda-soft text-jacaranda-deep',
  'bg-agave-soft text-agave',
  'bg-maiz-soft text-maiz-ink',
]

/** A photo, or the initials while there is none or it fails. Decorative: the name is beside it. `shape` arch is Kalli's doorway. */
export const Avatar = ({
  name,
  src,
  size = 48,
  shape = 'round',
  className,
  eager,
  largest = false,
}: {
  name: string
  src: string | null | undefined
  size?: number
  shape?: 'round' | 'arch'
  className?: string
  /** For an image above the fold. */
  eager?: boolean
  /** The largest image of the first screen: loads before fonts and scripts. */
  largest?: boolean
}) => {
  const [failed, setFailed] = useState(false)
  const height = shape === 'arch' ? Math.round(size * 1.25) : size
  const frame = classNames('shrink-0 overflow-hidden', shape === 'arch' ? 'arch' : 'rounded-full', className)
  if (!src || failed)
    return (
      <span
        aria-hidden
        style={{ width: size, height, fontSize: size * 0.36 }}
        className={classNames(
          frame,
          toneOf(name),
          'inline-flex items-center justify-center font-display font-semibold',
        )}
      >
        {initials(name)}
      </span>
    )
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={height}
      loading={eager || largest ? 'eager' : 'lazy'}
      {...(largest ? { fetchPriority: 'high' } : {})}
      decoding="async"
      onError={() => setFailed(true)}
      style={{ width: size, height }}
      className={classNames(frame, 'bg-sunk object-cover')}
    />
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase('es-MX'))
    .join('')

const toneOf = (name: string) => {
  let sum = 0
  for (const email of name) sum += email.codePointAt(0) ?? 0
  return tones[sum % tones.length]
}
