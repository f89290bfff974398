import * as z from 'zod'
import { step } from '../runtime/step.ts'
import { mailRoomFromEnvironment } from './notify.ts'
import { sendOwedMails } from './send-owed-mails.ts'

const room = mailRoomFromEnvironment()

export const handler = step(z.unknown(), () => sendOwedMails(room))
