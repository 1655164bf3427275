import { createFileRoute } from '@tanstack/react-router'
import Landing from '#web/parts/landing/landing.tsx'

export const Route = createFileRoute('/')({ component: Landing })
