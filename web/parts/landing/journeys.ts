/** Via the specification's sign-in URL to the form with the role selected, and then to the start page. */
const signInAs = (role: 'professional' | 'host', redirect: string) =>
  `/api/login?${new URLSearchParams({ role, redirect })}`

/** Five steps for each audience (spec §1). */
export const journeys = {
  professionals: {
    label: 'Para Profesionales',
    action: 'Empezar Como Profesional',
    signIn: signInAs('professional', '/professional-dashboard?start=next'),
    steps: [
      {
        title: 'Regístrate y verifica',
        text: 'Crea tu perfil y confirma tu identidad para ganar la insignia.',
      },
      {
        title: 'Explora espacios',
        text: 'Encuentra sillas, cabinas y consultorios por hora cerca de tus clientes.',
      },
      { title: 'Postúlate', text: 'Pide trabajar en los espacios que te gustan y acuerda tu convenio.' },
      {
        title: 'Administra tu agenda',
        text: 'Tus horas y las del espacio se cuidan solas: nunca dos citas en el mismo lugar.',
      },
      {
        title: 'Recibe tus pagos',
        text: 'Al terminar el servicio el dinero se reparte, con cada línea explicada.',
      },
    ],
  },
  spaces: {
    label: 'Para Espacios',
    action: 'Publicar Mi Espacio',
    signIn: signInAs('host', '/host-registration'),
    steps: [
      {
        title: 'Publica tu espacio',
        text: 'Fotos, unidades, horarios y precio por hora. Tú pones las reglas.',
      },
      { title: 'Recibe solicitudes', text: 'Profesionales con experiencia y documentos a la vista.' },
      { title: 'Aprueba profesionales', text: 'Un convenio por persona: tarifa, horarios y vigencia.' },
      { title: 'Monitorea la ocupación', text: 'Cada silla y cada cabina, hora por hora.' },
      { title: 'Genera ingresos', text: 'Cobras por el uso real, después de cada servicio.' },
    ],
  },
} as const
