import { Input } from '#web/ui/form/input.tsx'

/** By name, where there are many services. */
export const ServiceSearch = ({ name, onChange }: { name: string; onChange: (name: string) => void }) => (
  <Input
    type="search"
    aria-label="Buscar un servicio por nombre"
    placeholder="Buscar un servicio"
    value={name}
    maxLength={60}
    onChange={(event) => onChange(event.target.value)}
    className="sm:ml-auto sm:max-w-60"
  />
)
