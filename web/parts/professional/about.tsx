import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { languages } from '#contract/places/languages.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Section } from '#web/ui/page/section.tsx'

type Described = Pick<
  PublicProfessional,
  'bio' | 'credentials' | 'experience' | 'languages' | 'places' | 'specialties' | 'user'
>

/** The professional's description, verified facts and places. */
export const About = ({ of: one }: { of: Described }) => (
  <>
    {one.bio === '' &&
    one.credentials.length === 0 &&
    one.languages.length === 0 &&
    one.experience === 0 ? null : (
      <Section title={`Sobre ${one.user.firstName}`}>
        {one.bio === '' ? null : <p className="measure text-[1.0625rem]">{one.bio}</p>}
        <Credentials one={one} />
        {one.languages.length === 0 ? null : (
          <p className="text-[1.0625rem]">
            <span className="font-semibold">Atiende en:</span>{' '}
            {one.languages.map((code) => languages[code]).join(', ')}
          </p>
        )}
        <p className="flex flex-wrap gap-1.5">
          {one.specialties.map((specialty) => (
            <Badge key={specialty} tone="barro">
              {specialty}
            </Badge>
          ))}
        </p>
      </Section>
    )}
    <Section title="Dónde atiende">
      <Places one={one} />
    </Section>
  </>
)

/** What Kalli has verified, and years of experience. */
const Credentials = ({ one }: { one: Described }) => {
  const level = one.user.perfilSeguroBiometricVerified ? 3 : one.user.perfilseguroVerificationLevel
  const checked = [
    ...(level >= 3 ? ['Identidad comprobada con documento y rostro · vigente'] : []),
    ...(level >= 2 ? ['Correo confirmado · vigente'] : []),
    ...(level >= 1 ? ['Teléfono confirmado · vigente'] : []),
    ...one.credentials.map(({ label, number }) => `${label}${number === null ? '' : ` ${number}`} · vigente`),
    ...(one.experience > 0
      ? [
          `${one.experience} ${one.experience === 1 ? 'año' : 'años'} de experiencia, dicho por ${one.user.firstName}`,
        ]
      : []),
  ]
  if (checked.length === 0) return null
  return (
    <ul aria-label="Verificación y experiencia" className="grid gap-2 sm:grid-cols-2">
      {checked.map((text) => (
        <li key={text} className="flex items-start gap-2.5">
          <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Cards on a desktop, rows on a phone. */
const Places = ({ one }: { one: Described }) => (
  <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
    {one.places.map((place) => {
      const inside = (
        <>
          {place.photo === null ? null : (
            <img
              src={place.photo}
              alt=""
              width={600}
              height={400}
              loading="lazy"
              decoding="async"
              className="aspect-3/2 w-full bg-sunk object-cover max-sm:w-31 max-sm:shrink-0"
            />
          )}
          <span className="flex min-w-0 flex-col justify-center gap-0.5 px-4 py-3 sm:py-4">
            <span className="font-semibold">
              {place.spaceId === null ? 'Su propio lugar' : placeName(place)}
            </span>
            <span className="text-[0.9375rem] text-muted">
              {[place.neighbourhood, place.city].filter(Boolean).join(', ')}
            </span>
          </span>
        </>
      )
      const look = 'flex h-full overflow-hidden rounded-lg border border-line bg-surface sm:flex-col'
      return (
        <li key={place.spaceId ?? 'own'}>
          {place.spaceId === null ? (
            <div className={look}>{inside}</div>
          ) : (
            <Link {...paths.space(place.spaceId)} className={`${look} transition-shadow hover:shadow-card`}>
              {inside}
            </Link>
          )}
        </li>
      )
    })}
  </ul>
)
