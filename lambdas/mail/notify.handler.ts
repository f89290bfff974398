import { notifyInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { mailRoomFromEnvironment, notify } from './notify.ts'

const room = mailRoomFromEnvironment()

export const handler = step(notifyInput, input => notify(room, input))
