import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/professional-appointments')({
  component: () => <section className="page py-12"><h1 className="text-3xl">Mis citas</h1></section>,
})
