import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { register, type SessionUser } from '#contract/account/account.ts'
import type { Call } from '#contract/platform/endpoint.ts'
import { ApiError, call } from '#web/api.ts'
import { passwordMinimum, tooShort } from '#web/parts/account/password.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { refusedField } from '#web/refused-field.ts'
import { Button } from '#web/ui/button.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { formText } from '#web/ui/form/form-text.ts'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The kinds of account: the two specified, then the client's (product.md §2 row 3). */
const roles = {
  professional: 'Profesional',
  host: 'Tengo un Espacio',
  client: 'Quiero reservar servicios',
} as const
/** Where a refusal is mended. */
const fieldOf: Readonly<Record<string, (typeof fields)[number]>> = {
  invalid_phone: 'phone',
  password_too_short: 'password',
  password_too_common: 'password',
}

const fields = ['firstName', 'lastName', 'email', 'phone', 'password', 'role'] as const
type Role = keyof typeof roles
const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

export const RegisterForm = ({
  onUser,
  onRole,
  action,
  typed = {},
}: {
  /** Where it is sent without scripts, and what came back from there. */
  action: string
  typed?: Readonly<Record<string, string>> | undefined
  onUser: (user: SessionUser) => void
  /** Called at each choice: a sign-in elsewhere returns to the form with this role. */
  onRole: (role: Role) => void
}) => {
  const { create, setPhone, password, setPassword, passwordProblem, refusedAt, submit } =
    useRegistration(onUser)
  const refused = create.error
  const isAtField = fields.some((at) => refusedAt(at) !== undefined)
  return (
    <Form
      draft="register"
      action={action}
      aria-label="Crear cuenta"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nombre" required error={refusedAt('firstName')}>
          {(control) => (
            <Input
              {...control}
              name="firstName"
              autoComplete="given-name"
              maxLength={80}
              defaultValue={typed['firstName']}
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
              defaultValue={typed['lastName']}
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
            defaultValue={typed['email']}
            placeholder="tu@correo.com"
          />
        )}
      </Field>
      <PhoneField onChange={setPhone} error={refusedAt('phone')} />
      <div className="flex flex-col gap-2">
        <Field
          label="Contraseña"
          required
          error={passwordProblem ?? refusedAt('password')}
          hint="Al menos 6 caracteres; entre más larga, mejor."
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              minLength={passwordMinimum}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <StrengthMeter password={password} />
      </div>
      <RoleField start={typed['role']} error={refusedAt('role')} onRole={onRole} />
      <FormError of={isAtField ? null : refused} />
      <Button type="submit" size="large" busy={create.isPending} disabled={create.isSuccess}>
        Crear cuenta
      </Button>
    </Form>
  )
}

/** What is typed and cannot be read from the form alone, and the request that creates the account. */
const useRegistration = (onUser: (user: SessionUser) => void) => {
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [passwordProblem, setPasswordProblem] = useState<string>()
  const create = useMutation({
    mutationFn: (body: Call<typeof register>['body']) => call(register, { body }),
    onSuccess: (user) => {
      forgetDraft('register')
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
  const submit = (form: HTMLFormElement) => {
    if (password.length < passwordMinimum) return setPasswordProblem(tooShort)
    setPasswordProblem(undefined)
    const text = formText(form)
    const role = text('role')
    if (!isRole(role)) return
    create.mutate({
      email: text('email'),
      password,
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone,
      role,
    })
  }
  return { create, setPhone, password, setPassword, passwordProblem, refusedAt, submit }
}

const RoleField = ({
  start,
  error,
  onRole,
}: {
  start: string | undefined
  error: string | undefined
  onRole: (role: Role) => void
}) => (
  <Field label="Tipo de cuenta" required error={error}>
    {(control) => (
      <Select
        {...control}
        name="role"
        defaultValue={start ?? ''}
        onChange={({ target }) => {
          if (isRole(target.value)) onRole(target.value)
        }}
      >
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
