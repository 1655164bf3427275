/** The browser's validation errors in Spanish: its own messages are in the browser's language. */
type Checked = {
  type: string
  validity: Pick<
    ValidityState,
    'valid' | 'valueMissing' | 'typeMismatch' | 'tooShort' | 'rangeUnderflow' | 'rangeOverflow'
  >
  minLength?: number
  min?: string
  max?: string
}

/** Undefined when valid. */
export const nativeError = (control: Checked): string | undefined => {
  const { type, validity } = control
  if (validity.valid) return undefined
  if (validity.valueMissing) return missing[type] ?? 'Completa este campo.'
  if (validity.typeMismatch) return mistyped[type] ?? 'Revisa este dato.'
  if (validity.tooShort && type === 'password')
    return `La contraseña debe tener al menos ${control.minLength} caracteres`
  if (validity.tooShort) return `Escribe al menos ${control.minLength} caracteres.`
  const isNumber = type === 'number'
  if (validity.rangeUnderflow && isNumber) return `Escribe ${control.min} o más.`
  if (validity.rangeOverflow && isNumber) return `Escribe ${control.max} o menos.`
  if (validity.rangeUnderflow) return 'Elige una fecha u hora posterior.'
  if (validity.rangeOverflow) return 'Elige una fecha u hora anterior.'
  return 'Revisa este dato.'
}

const missing: Readonly<Record<string, string>> = {
  'select-one': 'Elige una opción.',
  date: 'Elige una fecha.',
  time: 'Elige una hora.',
  file: 'Elige un archivo.',
  checkbox: 'Marca esta casilla.',
}

const mistyped: Readonly<Record<string, string>> = {
  email: 'Escribe un correo completo, como tu@correo.com.',
  url: 'Escribe una dirección completa, como https://ejemplo.com.',
}
