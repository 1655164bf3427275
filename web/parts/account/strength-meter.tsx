import { strengthOf } from '#web/parts/account/password.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The strength of a password, as four bars and a word. */
export const StrengthMeter = ({ password }: { password: string }) => {
  if (password === '') return null
  const { score, word } = strengthOf(password)
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((place) => (
          <span
            key={place}
            className={classNames(
              'h-1.5 rounded-full',
              place > score ? 'bg-line' : score < 2 ? 'bg-chile' : score < 3 ? 'bg-maiz' : 'bg-agave',
            )}
          />
        ))}
      </span>
      <span role="status" className="text-sm text-muted">
        Seguridad: {word}
      </span>
    </div>
  )
}
