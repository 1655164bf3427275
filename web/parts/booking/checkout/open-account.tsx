import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { keepDraft, readDraft } from '#web/ui/form/draft.ts'

/** For a visitor who booked: their data is filled in, and visits with the same email or phone number join the account. */
export default function OpenAccount() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line bg-surface px-4 py-3.5">
      <p className="min-w-0 flex-1 basis-64 text-[0.9375rem]">
        <span className="block font-semibold">¿Quieres tener tus citas juntas?</span>
        <span className="text-muted">
          Crea una cuenta y confirma en ella el celular o el correo con el que reservaste: esta cita y las
          anteriores aparecen ahí.
        </span>
      </p>
      <Link
        {...paths.auth({ tab: 'register', redirect: '/my-bookings' })}
        onClick={fillIn}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        Crear cuenta
      </Link>
    </div>
  )
}

const fillIn = () => {
  const { firstName, lastName, email, phone } = readDraft('contact')
  const typed = phone === undefined ? undefined : JSON.stringify({ typed: phone })
  const known = { firstName, lastName, email, phone: typed, role: 'client' }
  for (const [name, text] of Object.entries(known)) if (text !== undefined) keepDraft('register', name, text)
}
