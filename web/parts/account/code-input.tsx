import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** A code of the authenticator app, or a recovery code where those are accepted. */
export const CodeInput = ({
  value,
  onChange,
  error,
  recovery = true,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  recovery?: boolean
}) => (
  <Field
    label="Código de tu app"
    required
    error={error}
    hint={
      recovery ? 'Seis números, o uno de tus códigos de recuperación.' : 'Los seis números que muestra ahora.'
    }
  >
    {(control) => (
      <Input
        {...control}
        name="code"
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
        className="figures text-lg tracking-[0.2em]"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
