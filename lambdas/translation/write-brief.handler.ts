import { stepInput } from '../contract/workflow.ts'
import { step } from '../runtime/step.ts'
import { briefRoomFromEnvironment, writeBrief } from './write-brief.ts'

const room = briefRoomFromEnvironment()

export const handler = step(stepInput, ref => writeBrief(room, ref))
