import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

/** Sign-in methods beside e-mail and password. */
export const signInWays = endpoint({
  method: 'GET',
  path: '/api/auth/ways',
  summary: 'List the providers for signing in',
  access: 'anyone',
  reply: z.object({ elsewhere: z.nullable(z.object({ label: z.string() })) }),
})

/**
 * Why signing in with a provider failed; `/auth?error=…` carries the code, `{label}` is the provider's name. Texts
 * rather than refusals, since the user returns by a navigation.
 */
export const elsewhereProblems = {
  unavailable: '{label} no responde en este momento. Intenta de nuevo o entra con tu correo.',
  cancelled: 'Cancelaste el acceso con {label}. Puedes intentarlo otra vez o entrar con tu correo.',
  over: 'El acceso con {label} tardó demasiado o se abrió en otra ventana. Intenta de nuevo.',
  failed: 'No pudimos comprobar tu acceso con {label}. Intenta de nuevo o entra con tu correo.',
  email_not_verified:
    'Tu cuenta de {label} no tiene un correo verificado. Verifícalo ahí o entra con tu correo.',
  not_confirmed:
    'Ya hay una cuenta con ese correo y falta comprobar que es tuya. Usa «¿Olvidaste tu contraseña?»; después podrás continuar con {label}.',
  password_only: 'Esa cuenta solo entra con su correo y contraseña.',
  suspended:
    'Tu cuenta está suspendida y no puedes entrar. El motivo está en el correo que te enviamos; escríbenos desde «Contacto».',
  too_many_requests: 'Demasiados intentos. Espera un momento y vuelve a intentarlo.',
} as const
export type ElsewhereProblem = keyof typeof elsewhereProblems

export const isElsewhereProblem = (text: string): text is ElsewhereProblem =>
  Object.hasOwn(elsewhereProblems, text)
