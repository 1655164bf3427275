import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'

/** Ten recovery codes, shown only this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="flex flex-col gap-4">
      <h4 ref={heading} tabIndex={-1} className="font-semibold">
        Guarda tus códigos de recuperación
      </h4>
      <p className="text-muted">
        Si pierdes tu teléfono, cada uno te deja entrar una vez. No los volveremos a mostrar.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 rounded-md bg-sunk p-4">
        {codes.map((code) => (
          <li key={code} className="figures font-mono text-[1.0625rem]">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          onClick={() => void copyText(text, 'Códigos copiados', undefined, 'Descárgalos o cópialos a mano.')}
        >
          Copiar
        </Button>
        <a
          className={buttonClass({ tone: 'secondary' })}
          download="kalli-codigos-de-recuperacion.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Códigos de recuperación de Kalli\n\n${text}\n`)}`}
        >
          Descargar
        </a>
        <Button onClick={onDone}>Ya los guardé</Button>
      </div>
    </div>
  )
}
