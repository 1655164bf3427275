import { BlockedPeople } from '#web/parts/settings/blocked-people.tsx'
import { DataCopies } from '#web/parts/settings/data-copies.tsx'
import { FormLog } from '#web/parts/settings/form-log.tsx'
import { SharedNotes } from '#web/parts/settings/shared-notes.tsx'
import { SharedPhotos } from '#web/parts/settings/shared-photos.tsx'
import { DeleteAccount } from '#web/parts/settings/delete-account.tsx'

export default function PrivacySettings() {
  return (
    <>
      <DataCopies />
      <FormLog />
      <SharedNotes />
      <SharedPhotos />
      <BlockedPeople />
      <DeleteAccount />
    </>
  )
}
