import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { firstSteps } from '#web/parts/dashboard/first-steps.ts'
import { FirstHour } from '#web/parts/onboarding/first-hour.tsx'
import { type Known, missingOf } from '#web/parts/onboarding/reading.ts'
import { ShareLink } from '#web/parts/onboarding/share-link.tsx'
import { StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The link that brings the first client, and whether an hour can be booked there yet. */
export const ShareStep = ({ known }: { known: Known }) => {
  const missing = missingOf(known)
  const { profile } = known
  const isPaused = profile?.status === 'paused'
  return (
    <StepShell
      step="share"
      known={known}
      title={missing.length === 0 && !isPaused ? 'Ya te pueden reservar' : 'Tu enlace'}
      text="Mándalo a quien ya te conoce, ponlo en tu perfil y junto a tu espejo."
    >
      {isPaused ? (
        <p className="no-print rounded-lg bg-maiz-soft px-4 py-3">
          Tu perfil está en pausa: nadie te puede reservar.{' '}
          <Link
            {...paths.professionalDashboard({ tab: 'profile', section: 'profile' })}
            className="font-medium underline underline-offset-4"
          >
            Quitar la pausa
          </Link>
        </p>
      ) : missing.length === 0 ? (
        <FirstHour known={known} />
      ) : (
        <Missing known={known} />
      )}
      {profile === null ? null : <ShareLink profile={profile} />}
      <p className="no-print flex flex-wrap gap-3">
        <Link {...paths.professionalDashboard()} className={buttonClass()}>
          Ir a mi día
        </Link>
        {profile === null || profile.status === 'draft' ? null : (
          <Link {...paths.professional(profile.id)} className={buttonClass({ tone: 'secondary' })}>
            Ver mi página
          </Link>
        )}
      </p>
    </StepShell>
  )
}

const Missing = ({ known }: { known: Known }) => (
  <section
    aria-label="Lo que falta"
    className="no-print flex flex-col gap-2 rounded-lg border border-line bg-maiz-soft p-5"
  >
    <p className="flex items-center gap-2 font-semibold">
      <CircleAlert aria-hidden className="size-5 shrink-0" />
      Todavía no hay horas que reservar
    </p>
    <ul className="flex flex-wrap gap-2">
      {missingOf(known).map((step) => (
        <li key={step}>
          <Link {...paths.firstSteps(step)} className={buttonClass({ tone: 'secondary', size: 'small' })}>
            Falta: {firstSteps.find(({ value }) => value === step)?.label.toLowerCase()}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
