import { randomBytes } from 'node:crypto'
import type { EntryRef } from '../records/archive.ts'
import { tablesFromEnvironment } from '../records/tables.ts'
import { dynamoClient, s3Client } from '../runtime/clients.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { apiHandler, type Call } from '../runtime/http.ts'
import { type ArchiveRoom, deleteWithObjects, listArchive, rename, showEntry } from './archive-room.ts'
import { correctTerm } from './corrected-term.ts'
import { closeReview, readProject, saveEdits } from './edits.ts'
import { downloadSubtitle, previewCues } from './finished-subtitle.ts'

const room: ArchiveRoom = {
  tables: tablesFromEnvironment(dynamoClient()),
  media: { client: s3Client(), name: readEnvironment('MEDIA_BUCKET').MEDIA_BUCKET },
  now: Date.now,
  newId: () => randomBytes(6).toString('hex'),
}
const own = ({ caller, parameters }: Pick<Call<'readEntry'>, 'caller' | 'parameters'>): EntryRef => {
  return { uid: caller.uid, key: parameters.key }
}

export const handler = apiHandler('archive', {
  listArchive: ({ caller, query }) => listArchive(room, { uid: caller.uid, ...query }),
  readEntry: call => showEntry(room, own(call)),
  renameEntry: call => rename(room, own(call), call.body.name),
  deleteEntry: call => deleteWithObjects(room, own(call)),
  downloadSubtitle: call => downloadSubtitle(room, { ...own(call), ...call.query }),
  previewCues: call => previewCues(room, own(call)),
  readProject: call => readProject(room, own(call)),
  saveEdits: call => saveEdits(room, own(call), call.body),
  correctTerm: call => correctTerm(room, own(call), call.body),
  closeReview: call => closeReview(room, own(call), call.body.done),
})
