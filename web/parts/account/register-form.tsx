import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { register, type SessionUser } from '#contract/account/account.ts'
import type { Call } from '#contract/platform/endpoint.ts'
import { ApiError, call } from '#web/api.ts'
import { passwordMinimum, tooShort } from '#web/parts/account/password.ts'
import { noPhone, sentPhone } from '#web/parts/account/phone.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { refusedField } from '#web/refused-field.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** The account types: the two in the specification, then the client's (product.md §2 row 3). */
const roles = {
  professional: 'Profesional',
  host: 'Tengo un Espacio',
  client: 'Quiero reservar servicios',
} as const
/** The field of each refusal. */
const fieldOf: Readonly<Record<string, (typeof fields)[number]>> = {
  invalid_phone: 'phone',
  password_too_short: 'password',
  password_too_common: 'password',
}

const fields = ['firstName', 'lastName', 'email', 'phone', 'password', 'role'] as const
type Role = keyof typeof roles
const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

export type RegisterProps = {
  /** The role in the link to the form; it takes precedence over a draft. */
  chosen?: Role | undefined
  /** Where the form is submitted without scripts, and its result. */
  action: string
  typed?: Readonly<Record<string, string>> | undefined
  onUser: (user: SessionUser) => void
  /** Called on each choice: signing in with a provider returns to the form with this role. */
  onRole: (role: Role) => void
}

export default function RegisterForm({ onUser, onRole, action, chosen, typed = {} }: RegisterProps) {
  const { form, create, refusedAt, submit } = useRegistration(
    chosen === undefined ? typed : { role: chosen, ...typed },
    chosen === undefined ? [] : ['role'],
    onUser,
  )
  const { role } = form.values
  useEffect(() => {
    if (isRole(role)) onRole(role)
  }, [role, onRole])
  const refused = create.error
  const isAtField = fields.some((at) => refusedAt(at) !== undefined)
  return (
    <Form action={action} aria-label="Crear cuenta" onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nombre" required error={refusedAt('firstName')}>
          {(control) => (
            <Input
              {...control}
              name="firstName"
              autoComplete="given-name"
              maxLength={80}
              {...form.text('firstName')}
            />
          )}
        </Field>
        <Field label="Apellido" required error={refusedAt('lastName')}>
          {(control) => (
            <Input
              {...control}
              name="lastName"
              autoComplete="family-name"
              maxLength={80}
              {...form.text('lastName')}
            />
          )}
        </Field>
      </div>
      <Field label="Correo electrónico" required error={refusedAt('email')}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            {...form.text('email')}
            placeholder="tu@correo.com"
          />
        )}
      </Field>
      <PhoneField {...form.pick('phone')} error={refusedAt('phone')} />
      <div className="flex flex-col gap-2">
        <Field
          label="Contraseña"
          required
          error={form.error('password') ?? refusedAt('password')}
          hint="Al menos 6 caracteres; entre más larga, mejor."
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              minLength={passwordMinimum}
              {...form.text('password')}
            />
          )}
        </Field>
        <StrengthMeter password={form.values.password} />
      </div>
      <RoleField control={form.text('role')} error={refusedAt('role')} />
      <FormError of={isAtField ? null : refused} />
      <Button type="submit" size="large" busy={create.isPending} disabled={create.isSuccess}>
        Crear cuenta
      </Button>
    </Form>
  )
}

const nothing = {
  firstName: '',
  lastName: '',
  email: '',
  phone: noPhone,
  password: '',
  role: '',
}

const checks: Checks<typeof nothing> = {
  password: (text) => (text.length < passwordMinimum ? tooShort : undefined),
}

/** The registration form and its request. `start`: the values of a form submitted without scripts. */
const useRegistration = (
  start: Readonly<Record<string, string>>,
  given: readonly 'role'[],
  onUser: (user: SessionUser) => void,
) => {
  const { firstName = '', lastName = '', email = '', role = '' } = start
  const form = useForm({
    initial: { ...nothing, firstName, lastName, email, role },
    draft: 'register',
    unstored: ['password'],
    given,
    checks,
  })
  const create = useMutation({
    mutationFn: (body: Call<typeof register>['body']) => call(register, { body }),
    onSuccess: (user) => {
      form.forget()
      toast('¡Cuenta creada!', 'Tu cuenta ha sido creada exitosamente.', 'good')
      onUser(user)
    },
    onError: (problem) => {
      toastError('Error de registro', problem.message)
    },
  })
  const refused = create.error
  const refusedAt = (at: (typeof fields)[number]) =>
    refused instanceof ApiError && fieldOf[refused.code] === at ? refused.message : refusedField(refused, at)
  const submit = form.submit(async ({ phone, password, ...typed }) => {
    if (!isRole(typed.role)) return
    await create.mutateAsync({
      email: typed.email.trim(),
      password,
      firstName: typed.firstName.trim(),
      lastName: typed.lastName.trim(),
      phone: sentPhone(phone),
      role: typed.role,
    })
  })
  return { form, create, refusedAt, submit }
}

const RoleField = ({
  control: text,
  error,
}: {
  control: Pick<ComponentProps<'select'>, 'value' | 'onChange'>
  error: string | undefined
}) => (
  <Field label="Tipo de cuenta" required error={error}>
    {(control) => (
      <Select {...control} name="role" {...text}>
        <option value="" disabled>
          Elige una opción
        </option>
        {Object.entries(roles).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
