import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** A secret URL, shown once to be copied: anyone who has it can read what is behind it. `of`: "tu agenda". */
export const PrivateAddress = ({ of, hint, address }: { of: string; hint: string; address: string }) => (
  <div className="flex items-end gap-2">
    <Field label={`Dirección de ${of}`} hint={hint} className="min-w-0 flex-1">
      {(control) => (
        <Input {...control} readOnly value={address} onFocus={(event) => event.target.select()} />
      )}
    </Field>
    <Button
      tone="secondary"
      aria-label={`Copiar la dirección de ${of}`}
      onClick={() => void copyText(address, 'Dirección copiada', undefined, 'Selecciónala y cópiala a mano.')}
    >
      <Copy aria-hidden className="size-4.5" />
    </Button>
  </div>
)
