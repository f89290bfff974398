import { apiHandler } from '../runtime/http.ts'
import { askAgain, askDepsFromEnvironment } from './ask-again.ts'

const deps = askDepsFromEnvironment()

export const handler = apiHandler('askAgain', {
  askAgain: ({ caller, parameters, body }) => askAgain(deps, { uid: caller.uid, key: parameters.key }, body),
})
