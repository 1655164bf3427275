import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { register } from '#contract/account.ts'
import type { SessionUser } from '#contract/account.ts'
import type { Call } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { passwordMinimum, tooShort } from '#web/parts/account/password.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { StrengthMeter } from '#web/parts/account/strength-meter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The kinds of account: the two specified, then the client's (product.md §2 row 3). */
const roles = {
  professional: 'Profesional',
  host: 'Tengo un Espacio',
  client: 'Quiero reservar servicios',
} as const
const isRole = (text: string): text is keyof typeof roles => Object.hasOwn(roles, text)

export const RegisterForm = ({ onUser }: { onUser: (user: SessionUser) => void }) => {
  const [phone, setPhone] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const create = useMutation({
    mutationFn: (body: Call<typeof register>['body']) => call(register, { body }),
    onSuccess: (user) => {
      toast('¡Cuenta creada!', 'Tu cuenta ha sido creada exitosamente.', 'good')
      onUser(user)
    },
    onError: (problem) => toastError('Error de registro', problem.message),
  })
  const submit = (form: HTMLFormElement) => {
    if (password.length < passwordMinimum) return setError(tooShort)
    setError(undefined)
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
  return (
    <form
      method="post"
      aria-label="Crear cuenta"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Nombre" required>
          {(control) => <Input {...control} name="firstName" autoComplete="given-name" maxLength={80} />}
        </Field>
        <Field label="Apellido" required>
          {(control) => <Input {...control} name="lastName" autoComplete="family-name" maxLength={80} />}
        </Field>
      </div>
      <Field label="Correo electrónico" required>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="username" placeholder="tu@correo.com" />
        )}
      </Field>
      <PhoneField onChange={setPhone} />
      <div className="flex flex-col gap-2">
        <Field
          label="Contraseña"
          required
          error={error}
          hint="Al menos 6 caracteres; entre más larga, mejor."
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <StrengthMeter password={password} />
      </div>
      <Field label="Tipo de cuenta" required>
        {(control) => (
          <Select {...control} name="role" defaultValue="">
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
      <Button type="submit" size="large" busy={create.isPending} disabled={create.isSuccess}>
        Crear cuenta
      </Button>
    </form>
  )
}
