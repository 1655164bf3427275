import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/space/$id')({
  component: () => <section className="page py-12"><h1 className="text-3xl">Espacio</h1></section>,
})
