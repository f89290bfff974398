import { apiHandler } from '../runtime/http.ts'
import { askAgain, askRoomFromEnvironment } from './ask-again.ts'

const room = askRoomFromEnvironment()

export const handler = apiHandler('askAgain', {
  askAgain: ({ caller, parameters, body }) => askAgain(room, { uid: caller.uid, key: parameters.key }, body),
})
