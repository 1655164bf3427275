import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/my-bookings')({
  component: () => <section className="page py-12"><h1 className="text-3xl">Mis reservas</h1></section>,
})
