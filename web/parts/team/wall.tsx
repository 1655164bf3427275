import { Eye, EyeOff } from 'lucide-react'
import { permissions, type Permission } from '#contract/team/member.ts'

/** Explains the privacy wall to either side. */
export const Wall = ({
  business,
  clientContact,
  granted,
}: {
  business: string
  clientContact: boolean
  granted: readonly Permission[]
}) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <section className="flex flex-col gap-2">
      <h3 className="flex items-center gap-2 text-base font-semibold">
        <Eye aria-hidden className="size-5 text-agave" />
        {business} ve
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-6 text-[0.9375rem]">
        <li>Cuándo se usa su espacio y quién lo usa.</li>
        <li>El nombre de pila de quien llega.</li>
        <li>Qué servicio se da, sin su precio.</li>
        {clientContact ? (
          <li>El apellido y el teléfono de tus clientes, porque tus servicios son de la casa.</li>
        ) : null}
        <li>La renta que le corresponde.</li>
      </ul>
    </section>
    <section className="flex flex-col gap-2">
      <h3 className="flex items-center gap-2 text-base font-semibold">
        <EyeOff aria-hidden className="size-5 text-chile" />
        {business} no ve
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-6 text-[0.9375rem]">
        <li>
          {clientContact
            ? 'El correo de los clientes ni cómo pagan.'
            : 'Apellidos, teléfono ni correo de los clientes.'}
        </li>
        <li>Cuánto cobras ni cuánto ganas.</li>
        <li>Tu correo ni tus agendas en otros lugares.</li>
      </ul>
    </section>
    <section className="flex flex-col gap-2 sm:col-span-2">
      <h3 className="text-base font-semibold">En nombre de la casa</h3>
      {granted.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">Sin permisos: solo usa su lugar.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-6 text-[0.9375rem]">
          {granted.map((one) => (
            <li key={one}>{permissions[one]}</li>
          ))}
        </ul>
      )}
    </section>
  </div>
)
