import { BadgeCheck, Check } from 'lucide-react'
import { levels } from '#contract/verification/verification.ts'
import { badgeKinds } from '#web/parts/verification/badge-kinds.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

type Role = keyof (typeof levels)[number]['opens']
const roleOf = (role: string): Role => (role === 'professional' || role === 'host' ? role : 'client')

/** The four levels, lowest first, and what each unlocks for this role. */
export const Ladder = ({ level, role }: { level: number; role: string }) => (
  <ol aria-label="Niveles de verificación" className="flex flex-col">
    {levels.map((rung) => {
      const isReached = rung.level <= level
      return (
        <li
          key={rung.level}
          aria-current={rung.level === level ? 'step' : undefined}
          className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 pb-7 last:pb-0"
        >
          {rung.level < 3 ? (
            <span
              aria-hidden
              className={classNames(
                'absolute top-12 bottom-1 left-[1.3125rem] w-0.5 rounded-full',
                rung.level < level ? 'bg-agave' : 'bg-line',
              )}
            />
          ) : null}
          <span
            aria-hidden
            className={classNames(
              'flex size-11 items-center justify-center rounded-full border-2',
              isReached ? 'border-current bg-surface' : 'border-line bg-sunk text-muted',
              isReached && (badgeKinds[rung.level - 1]?.look ?? 'text-muted'),
            )}
          >
            {rung.level === 0 || !isReached ? (
              <span className="font-display text-lg font-semibold">{rung.level}</span>
            ) : (
              <BadgeCheck className="size-6" />
            )}
          </span>
          <div className="flex min-w-0 flex-col gap-1.5 pt-0.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h4 className="text-lg font-semibold">
                <span className="text-muted">Nivel {rung.level}</span> · {rung.name}
              </h4>
              {rung.level === level ? <Badge tone="jacaranda">Estás aquí</Badge> : null}
              {rung.level < level && rung.level > 0 ? <Badge tone="agave">Listo</Badge> : null}
            </div>
            <p className="text-muted">{rung.how}</p>
            <ul className="mt-1 flex flex-col gap-1.5">
              {rung.opens[roleOf(role)].map((one) => (
                <li key={one} className="flex items-start gap-2">
                  <Check
                    aria-hidden
                    className={classNames('mt-1 size-4 shrink-0', isReached ? 'text-agave' : 'text-muted')}
                  />
                  <span>{one}</span>
                </li>
              ))}
            </ul>
          </div>
        </li>
      )
    })}
  </ol>
)
