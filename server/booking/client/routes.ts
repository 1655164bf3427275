import * as clientImports from '#contract/booking/client/client-import.ts'
import * as guests from '#contract/booking/client/guest.ts'
import * as guestLater from '#contract/booking/client/guest-later.ts'
import * as clients from '#contract/booking/client/own-client.ts'
import * as winBacks from '#contract/booking/client/win-back.ts'
import * as workNotes from '#contract/booking/client/work-note.ts'
import * as messageConsents from '#contract/booking/client/message-consent.ts'
import * as workPhotos from '#contract/booking/client/work-photo.ts'
import * as reliability from '#contract/booking/client/reliability.ts'
import * as wallets from '#contract/booking/prepaid/wallet.ts'
import * as guest from '#server/booking/client/guest.ts'
import * as cards from '#server/booking/client/client-cards.ts'
import * as imports from '#server/booking/client/import.ts'
import * as ownClients from '#server/booking/client/own-clients.ts'
import * as winBack from '#server/booking/client/win-back.ts'
import * as workNote from '#server/booking/client/work-note.ts'
import * as messageConsent from '#server/booking/client/message-consent.ts'
import * as workPhoto from '#server/booking/client/work-photo.ts'
import { ownReliability } from '#server/booking/client/reliability.ts'
import { holdCredit, wallet } from '#server/booking/client/wallet.ts'
import { route, type Route } from '#server/platform/http/http.ts'

export const routes: readonly Route[] = [
  route(wallets.wallet, wallet),
  route(reliability.ownReliability, ownReliability),
  route(wallets.holdCredit, (work, { params, body }) => holdCredit(work, params.id, body)),
  route(guests.sendGuestCode, guest.sendCode),
  route(guests.enterGuestCode, guest.enterCode),
  route(guests.guestBookings, guest.visits),
  route(guestLater.guestWaitlist, (work) => guest.entries(work)),
  route(guestLater.moveGuestWaitlistEntry, guest.moveWaitlistEntry),
  route(guestLater.guestWallet, (work) => guest.wallet(work)),
  route(guests.leaveGuest, (work) => guest.leave(work)),
  route(clients.ownClients, (work, { query }) => ownClients.list(work, query)),
  route(clients.clientBook, ownClients.book),
  route(winBacks.lapsedClients, winBack.read),
  route(winBacks.saveWinBackWords, (work, { body }) => winBack.saveWords(work, body)),
  route(winBacks.winBack, (work, { params, body }) => winBack.write(work, params.id, body)),
  route(winBacks.undoWinBack, (work, { params }) => winBack.undo(work, params.id)),
  route(clientImports.lookIntoClients, (work, { file }) => imports.look(work, file)),
  route(clientImports.importClients, (work, { file, body }) => imports.importFile(work, file, body)),
  route(clientImports.undoImport, (work, { params }) => imports.undo(work, params.id)),
  route(clients.addClient, (work, { body }) => cards.add(work, body)),
  route(clients.changeClient, (work, { params, body }) => cards.change(work, params.id, body)),
  route(clients.removeClient, (work, { params }) => cards.remove(work, params.id)),
  route(clients.mergeClients, (work, { params, body }) => cards.merge(work, params.id, body.other)),
  route(clients.separateClients, (work, { params, body }) => cards.separate(work, params.id, body.other)),
  route(workNotes.workNotes, (work, { params }) => workNote.list(work, params.id)),
  route(workNotes.addWorkNote, (work, { params, body }) => workNote.add(work, params.id, body)),
  route(workNotes.changeWorkNote, (work, { params, body }) =>
    workNote.change(work, params.id, params.note, body),
  ),
  route(workNotes.removeWorkNote, (work, { params }) => workNote.remove(work, params.id, params.note)),
  route(workNotes.sharedNotes, workNote.shared),
  route(messageConsents.messageConsent, (work, { params }) => messageConsent.read(work, params.id)),
  route(messageConsents.recordMessageConsent, (work, { params }) => messageConsent.record(work, params.id)),
  route(messageConsents.endMessageConsent, (work, { params }) => messageConsent.end(work, params.id)),
  route(messageConsents.ownMessageConsents, messageConsent.own),
  route(messageConsents.giveMessageConsent, (work, { params }) =>
    messageConsent.give(work, params.professional),
  ),
  route(messageConsents.takeBackMessageConsent, (work, { params }) =>
    messageConsent.takeBack(work, params.professional),
  ),
  route(workPhotos.workPhotos, (work, { params }) => workPhoto.list(work, params.id)),
  route(workPhotos.giveWorkPhotoConsent, (work, { params }) => workPhoto.give(work, params.id)),
  route(workPhotos.revokeWorkPhotoConsent, (work, { params }) => workPhoto.revoke(work, params.id)),
  route(workPhotos.addWorkPhoto, workPhoto.add),
  route(workPhotos.removeWorkPhoto, (work, { params }) => workPhoto.remove(work, params.id, params.photo)),
  route(workPhotos.sharedPhotos, workPhoto.shared),
  route(workPhotos.takeBackWorkPhotos, (work, { params }) => workPhoto.takeBack(work, params.id)),
  route(clients.ownClient, (work, { params }) => ownClients.read(work, params.id)),
  route(clients.noteClient, (work, { params, body }) => ownClients.note(work, params.id, body)),
]
