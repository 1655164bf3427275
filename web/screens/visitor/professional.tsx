import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/p/$id')({
  component: () => <section className="page py-12"><h1 className="text-3xl">Perfil</h1></section>,
})
