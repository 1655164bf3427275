import Fold from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/page/panel.tsx'

/** Where to paste the HTML in the usual site builders, and where only a link is possible. */
const places: readonly { name: string; steps: readonly string[]; note?: string }[] = [
  {
    name: 'WordPress',
    steps: [
      'Abre la página en el editor y presiona + para agregar un bloque.',
      'Elige «HTML personalizado» y pega el código.',
      'Presiona «Vista previa» y después «Actualizar».',
    ],
    note: 'En WordPress.com los planes básicos quitan los scripts. En ese caso usa el marco (iframe), o un botón con tu enlace.',
  },
  {
    name: 'Wix',
    steps: [
      'En el editor presiona «Agregar elementos» y elige «Insertar código».',
      'Escoge «Insertar HTML», pega el código y presiona «Actualizar».',
      'Estira el recuadro hasta que se vean completos los horarios; en la versión móvil, otra vez.',
    ],
    note: 'El botón flotante va en Configuración → Código personalizado, al final de «Body», en todas las páginas.',
  },
  {
    name: 'Squarespace',
    steps: [
      'Edita la página, presiona «Agregar bloque» y elige «Código».',
      'Deja el tipo en HTML, pega el código y guarda.',
      'Mira la página fuera del editor: dentro de él los scripts no corren.',
    ],
    note: 'Los bloques de código con scripts piden un plan de pago. Sin él, usa un botón con tu enlace.',
  },
  {
    name: 'Instagram',
    steps: [
      'En tu perfil presiona «Editar perfil» y después «Enlaces».',
      'Presiona «Agregar enlace externo» y pega tu enlace para reservar, no el código.',
      'Escribe «Reserva tu cita» como título.',
    ],
  },
  {
    name: 'Facebook',
    steps: [
      'En tu página presiona «Editar botón de acción», o agrégalo si no tienes.',
      'Elige «Reservar» y después «Enlace a un sitio web».',
      'Pega tu enlace para reservar y guarda.',
    ],
  },
]

export const WidgetSteps = () => (
  <Panel
    title="Dónde pegarlo"
    text="En redes sociales no caben códigos: ahí va tu enlace para reservar, que está en Perfil."
  >
    <div>
      {places.map(({ name, steps, note }) => (
        <Fold key={name} label={name}>
          <ol className="flex list-decimal flex-col gap-1.5 pl-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {note === undefined ? null : <p className="text-sm text-muted">{note}</p>}
        </Fold>
      ))}
    </div>
  </Panel>
)
