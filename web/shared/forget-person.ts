import { unmark } from './session/signed-in.ts'

const KEYS = ['jamak.unfinished-uploads', 'jamak.no-mail-wanted', 'jamak.register']

/** Takes what belongs to a person off this browser, which the next one may share: unfinished uploads, kept videos, choices. */
export function forgetPerson(): void {
  for (const key of KEYS) localStorage.removeItem(key)
  indexedDB.deleteDatabase('jamak')
  unmark()
}
