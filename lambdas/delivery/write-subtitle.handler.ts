import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { deliveryRoomFromEnvironment, writeSubtitle } from './write-subtitle.ts'

const room = deliveryRoomFromEnvironment()

export const handler = step(stepInput, ref => writeSubtitle(room, ref))
