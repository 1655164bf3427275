import { copyText } from '#web/ui/copy.ts'
import { Button } from '#web/ui/button.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { useOrigin } from '#web/parts/developer/use-origin.ts'

/** How to connect the user's own AI assistant: one URL, and then it asks for access itself. */
export const Assistants = () => {
  const address = `${useOrigin()}/mcp`
  return (
    <FoldedPanel
      title="Tu asistente"
      value={'Cómo conectarlo'}
      isFilled={false}
      text="Conecta Claude, ChatGPT, Cursor u otro asistente: busca, ve horas, aparta y prepara cambios. Pagar y cancelar lo confirmas tú."
    >
      <p className="break-all">
        <code>{address}</code>
      </p>
      <Button
        tone="secondary"
        className="self-start"
        onClick={() =>
          void copyText(
            address,
            'Dirección copiada',
            'Pégala en tu asistente.',
            'Selecciónala y cópiala a mano.',
          )
        }
      >
        Copiar dirección
      </Button>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-sm marker:text-muted">
        <li>Claude: Configuración, Conectores, «Agregar conector personalizado».</li>
        <li>ChatGPT: Configuración, Apps y conectores, modo de desarrollador, «Crear».</li>
        <li>Cursor: Settings, MCP, «Add new MCP server» con esta dirección.</li>
      </ul>
      <p className="text-sm text-muted">
        La primera vez te pide permiso aquí y luego aparece entre las apps con acceso.
      </p>
    </FoldedPanel>
  )
}
