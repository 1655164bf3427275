import { House } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** A photo of a space, or a building icon if it does not load. */
export const SpacePhoto = ({
  src,
  alt,
  className,
  eager,
}: {
  src: string | undefined
  alt: string
  className?: string
  eager?: boolean
}) => {
  const [failed, setFailed] = useState(false)
  if (src === undefined || failed)
    return (
      <div
        role="img"
        aria-label={alt}
        className={classNames('flex items-center justify-center bg-barro-soft text-barro', className)}
      >
        <House aria-hidden className="size-10" />
      </div>
    )
  return (
    <img
      src={src}
      alt={alt}
      width={800}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(true)}
      className={classNames('bg-sunk object-cover', className)}
    />
  )
}
