export { NotificationSettings as default } from '#web/parts/notification/notification-settings.tsx'
